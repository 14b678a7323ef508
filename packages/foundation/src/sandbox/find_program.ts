import { accessSync, constants } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"

/** The path of a program that PATH finds; null: nowhere. */
export function findProgram(name: string): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
