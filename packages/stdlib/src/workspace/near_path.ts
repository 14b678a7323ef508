import { basename, dirname, extname } from "node:path/posix"
import { ToolFailure } from "./failure.ts"
import type { Workspace } from "./open_workspace.ts"
import { listTree } from "./tree.ts"

const SUGGESTIONS = 3

/** Says that nothing is at `path`, and which existing paths may have been meant. */
export async function noSuchFile(workspace: Workspace, path: string): Promise<ToolFailure> {
  const near = nearPaths(path, await listTree(workspace.root)).filter(
    (file) => workspace.denied(file) === null,
  )
  const hint = near.length === 0 ? "" : `. Did you mean ${near.join(" or ")}?`
  return new ToolFailure(`${path}: no such file${hint}`)
}

/** Files of the same name in other folders first, then of the same name but for case or extension. */
export function nearPaths(path: string, files: readonly string[]): readonly string[] {
  const wanted = basename(path).toLowerCase()
  const wanted_stem = wanted.slice(0, wanted.length - extname(wanted).length)
  const score = (file: string): number => {
    const name = basename(file).toLowerCase()
    const same_folder = dirname(file) === dirname(path) ? 0 : 1
    if (name === wanted) return same_folder
    const stem = name.slice(0, name.length - extname(name).length)
    return stem === wanted_stem ? 2 + same_folder : Number.POSITIVE_INFINITY
  }
  return files
    .map((file) => ({ file, score: score(file) }))
    .filter((candidate) => Number.isFinite(candidate.score))
    .toSorted((one, other) => one.score - other.score)
    .slice(0, SUGGESTIONS)
    .map((candidate) => candidate.file)
}
