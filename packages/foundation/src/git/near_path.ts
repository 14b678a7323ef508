import { basename, dirname, extname } from "node:path/posix"
import { nearestName } from "../errors/invalid_option.ts"
import type { Workspace } from "../files/open_workspace.ts"
import { RequestError } from "../files/request_error.ts"
import { listTree } from "./tree.ts"

const SUGGESTIONS = 3

/** Says that `path` does not exist, and which existing paths may have been meant. */
export async function noSuchFile(workspace: Workspace, path: string): Promise<RequestError> {
  const near = nearPaths(path, await listTree(workspace.root)).filter(
    (file) => workspace.denied(file) === null,
  )
  const hint = near.length === 0 ? "" : `. Did you mean ${near.join(" or ")}?`
  return new RequestError(`${path}: no such file${hint}`)
}

/** Files of the same name in other folders first, then of the same name but for case or extension, then a misspelt one. */
export function nearPaths(path: string, files: readonly string[]): readonly string[] {
  const wanted = basename(path).toLowerCase()
  const misspelt = nearestName(stem(wanted), new Set(files.map((file) => stem(basename(file).toLowerCase()))))
  const score = (file: string): number | null => {
    const name = basename(file).toLowerCase()
    const rank = name === wanted ? 0 : stem(name) === stem(wanted) ? 2 : stem(name) === misspelt ? 4 : null
    return rank === null ? null : rank + (dirname(file) === dirname(path) ? 0 : 1)
  }
  return files
    .flatMap((file) => {
      const rank = score(file)
      return rank === null ? [] : [{ file, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, SUGGESTIONS)
    .map(({ file }) => file)
}

function stem(name: string): string {
  return name.slice(0, name.length - extname(name).length)
}
