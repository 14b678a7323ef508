import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { containedRead } from "@proofloop/foundation/files"
import { baseLines, countLines } from "../brief/contents.ts"
import type { Trees } from "../brief/trees.ts"

/** The files of the judged tree in a separate folder: no `.git`, no ignored file, nothing of `.proofloop`. */
export interface JudgedTree {
  readonly root: string
  readonly paths: ReadonlySet<string>
  /** The most lines a path has, at the base or now; null when that is unknown, 0 when it is nowhere. */
  lines(path: string): Promise<number | null>
}

/** Writes the judged tree into the scratch, which is removed with it. Rejects with GitError. */
export async function writeJudgedTree(trees: Trees): Promise<JudgedTree> {
  const { scratch, judged, base } = trees
  const root = join(scratch.folder, "tree")
  const env = { GIT_WORK_TREE: root, GIT_INDEX_FILE: join(scratch.folder, "judged-index") }
  await mkdir(root)
  // These override the tree's attributes (gitattributes(5)): a verifier reads the stored bytes, in no other encoding.
  await mkdir(join(scratch.folder, "git", "info"), { recursive: true })
  await writeFile(
    join(scratch.folder, "git", "info", "attributes"),
    "* -text !eol -ident !working-tree-encoding\n",
  )
  const settings = ["-c", "core.bare=false", "-c", "core.symlinks=true"]
  await scratch.run([...settings, "read-tree", judged.tree], { cwd: root, env })
  await scratch.run([...settings, "checkout-index", "--all", "--quiet"], { cwd: root, env })
  const counted = new Map<string, Promise<number | null>>()
  const mostLines = async (path: string): Promise<number | null> => {
    const sides: Array<number | null> = []
    if (judged.entries.has(path)) sides.push(await linesOf(root, path))
    if (base.entries.has(path)) sides.push(await baseLines(trees, path))
    if (sides.length === 0) return 0
    return sides.some((lines) => lines === null) ? null : Math.max(...sides.map(Number))
  }
  return {
    root,
    paths: new Set(judged.entries.keys()),
    async lines(path) {
      let lines = counted.get(path)
      if (lines === undefined) {
        lines = mostLines(path)
        counted.set(path, lines)
      }
      return lines
    },
  }
}

async function linesOf(root: string, path: string): Promise<number | null> {
  const content = await containedRead(root, path)
  return content instanceof Buffer ? countLines(content.toString("latin1")) : null
}
