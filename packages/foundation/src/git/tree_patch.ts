import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { temporaryFolder } from "../files/temporary_folder.ts"
import { treeOf } from "./changed_files.ts"
import { GitError, requireGit } from "./git.ts"
import { openScratch } from "./scratch.ts"
import { treeEntries } from "./tree_entries.ts"
import { subtreeOf, writeWorkTree } from "./work_tree.ts"

/** The changes of a work tree against a commit, as text that another machine can apply. */
export interface TreePatches {
  /** Everything that differs from the commit, new files included, ignored files not. "": nothing does. */
  read(): Promise<string>
  /** Brings the work tree to the state of a patch, whatever it holds now. Ignored files stay. */
  write(patch: string): Promise<void>
  close(): Promise<void>
}

/** Unpacked; a patch from elsewhere must not fill the memory. */
const MAX_PATCH_BYTES = 256 * 2 ** 20

/** Patches of the work tree at `root` against `commit`, binary files included, in base64. Rejects with GitError. */
export async function openTreePatches(root: string, commit: string): Promise<TreePatches> {
  const base = await treeOf(root, commit)
  const scratch = await openScratch(root)
  const within = await subtreeOf(scratch, base)
  const entries = await treeEntries(scratch, within)
  return {
    async read() {
      const now = await writeWorkTree(scratch, base, entries)
      const args = ["diff-tree", "-r", "--patch", "--binary", "--full-index", "--no-renames", ...PLAIN]
      const { exit_code, stdout } = await scratch.bytes([...args, within, now])
      if (exit_code !== 0) throw new GitError(args, { exit_code, stdout: "", stderr: "" })
      return stdout.length === 0 ? "" : (await packed(stdout)).toString("base64")
    },
    async write(patch) {
      await requireGit(root, ["read-tree", "-u", "--reset", base])
      await requireGit(root, ["clean", "-ffdq"])
      if (patch === "") return
      const bytes = await unpacked(Buffer.from(patch, "base64"), { maxOutputLength: MAX_PATCH_BYTES })
      const folder = await temporaryFolder("patch")
      try {
        const file = join(folder, "patch")
        await writeFile(file, bytes, { mode: 0o600 })
        await requireGit(root, ["apply", "--binary", "--whitespace=nowarn", file])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: async () => scratch.remove(),
  }
}

const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"]

const packed = promisify(gzip)
const unpacked = promisify(gunzip)
