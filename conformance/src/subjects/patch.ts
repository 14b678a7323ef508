import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { commitPaths, git, initRepository } from "@proofloop/foundation/git"
import { applyPatches, denylistSummary, PatchError, recoverPatches } from "@proofloop/stdlib"
import type { PatchOptions } from "@proofloop/stdlib/internal"
import { inFolderWith } from "./folder.ts"
import type { Subject } from "./subject.ts"

type Texts = Readonly<Record<string, string>>

interface Input {
  /** What is below the root before. Beside the root are `outside/secret.txt` and `root-evil/x.txt`. */
  readonly files?: Texts
  /** Symbolic links below the root, with their targets. */
  readonly links?: Texts
  /** Whether the root is a repository with the files committed. */
  readonly repository?: boolean
  readonly patches?: readonly unknown[]
  /** Paths that are each tried alone, as a new file and as a deletion, and undone. */
  readonly each?: readonly string[]
  /** Paths whose patch has so many bytes of content. */
  readonly sizes?: Readonly<Record<string, number>>
  readonly options?: PatchOptions
  /** What someone else writes after the patches. */
  readonly meanwhile?: Texts
  readonly afterwards?: "revert" | "recover"
  /** Paths to commit after all that. */
  readonly commit?: readonly string[]
  /** Paths whose text the answer tells. */
  readonly read?: readonly string[]
}

/** Patches on a folder of their own. */
export const patch: Subject = {
  name: "patch",
  async answer(given) {
    const input = given as unknown as Input
    const house = Object.fromEntries(
      Object.entries(input.files ?? {}).map(([path, text]) => [`root/${path}`, text]),
    )
    const outside = { "outside/secret.txt": "secret", "root-evil/x.txt": "x" }
    return inFolderWith({ ...house, ...outside }, async (folder) => {
      const root = join(folder, "root")
      await mkdir(root, { recursive: true })
      for (const [path, target] of Object.entries(input.links ?? {})) await symlink(target, join(root, path))
      if (input.repository) await commitAll(root)
      const before = await surroundings(folder)
      const outcome = await applied(root, input)
      const commit = input.commit === undefined ? {} : await committed(root, input.commit)
      return {
        ...outcome,
        each: await tried(root, input),
        ...commit,
        files: await texts(root, input.read ?? []),
        outside_changed: (await surroundings(folder)) !== before,
        denylist: denylistSummary().split("\n"),
      }
    })
  },
}

async function applied(root: string, { patches = [], sizes = {}, options = {}, ...input }: Input) {
  try {
    const transaction = await applyPatches(root, patches.map(filled(sizes)), options)
    for (const [path, text] of Object.entries(input.meanwhile ?? {})) await writeFile(join(root, path), text)
    const touched = transaction.change.files.map(({ path }) => path)
    if (input.afterwards === "revert") await transaction.revert()
    const recovered = input.afterwards === "recover" ? await recoverPatches(root) : undefined
    return { touched, recovered }
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    return { error: { kind: error.kind, message: error.message, path: error.path } }
  }
}

/** For each path the reason of its refusal, or "touched". */
async function tried(root: string, { each = [], options = {} }: Input) {
  const outcomes: Record<string, string> = {}
  for (const path of each) {
    const kinds = new Set<string>()
    for (const action of ["create", "delete"]) {
      const { error } = await applied(root, { patches: [{ action, path }], options, afterwards: "revert" })
      kinds.add(error?.kind ?? "touched")
    }
    outcomes[path] = [...kinds].join(", ")
  }
  return outcomes
}

function filled(sizes: Readonly<Record<string, number>>) {
  return (asked: unknown): unknown => {
    const path = (asked as { readonly path?: unknown } | null)?.path
    const size = typeof path === "string" ? sizes[path] : undefined
    return size === undefined ? asked : { ...(asked as object), content: "x".repeat(size) }
  }
}

async function commitAll(root: string): Promise<void> {
  await initRepository(root)
  await commitPaths(root, ["."], "before")
}

async function committed(root: string, paths: readonly string[]) {
  try {
    const id = await commitPaths(root, paths, "after")
    const shown = await git(root, ["show", "--pretty=", "--no-renames", "--name-only", "-z", "HEAD"])
    return { committed: id === null ? null : shown.stdout.split("\0").filter(Boolean) }
  } catch (error) {
    return { commit_error: String(error) }
  }
}

async function texts(root: string, paths: readonly string[]) {
  const found: Record<string, string | number | null> = {}
  for (const path of paths) {
    const text = await readFile(join(root, path), "utf8").catch(() => null)
    found[path] = text !== null && text.length > 10_000 ? text.length : text
  }
  return found
}

/** All that is beside the root. */
async function surroundings(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const states: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (path.startsWith(join(folder, "root/"))) continue
    const stats = await lstat(path)
    states.push(`${path} ${stats.mode} ${stats.isFile() ? await readFile(path, "utf8") : dirname(path)}`)
  }
  return states.toSorted().join("\n")
}
