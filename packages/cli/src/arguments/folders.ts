import { statSync } from "node:fs"

/** Whether a folder is there, by way of a link as well. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
