import { existsSync } from "node:fs"
import { dirname, isAbsolute, join, relative } from "node:path"
import { readText } from "@proofloop/foundation/text"

const PATH_FIELDS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"]
const MAX_DEPTH = 64

/** Whether a call names a file that lies neither below a folder nor in any repository: a draft in /tmp, settings in the home folder. */
export function isOutside(call_arguments: unknown, folder: string): boolean {
  const path = PATH_FIELDS.map((name) => readText(call_arguments, name)).find((value) => value !== undefined)
  if (path === undefined || !isAbsolute(path) || isBelow(path, folder)) return false
  return repositoryOf(dirname(path)) === null
}

/** The nearest repository around a folder; null without one. */
export function repositoryOf(folder: string): string | null {
  let parent = folder
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (existsSync(join(parent, ".git"))) return parent
    const next = dirname(parent)
    if (next === parent) return null
    parent = next
  }
  return null
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== "" && !way.startsWith("..") && !isAbsolute(way)
}
