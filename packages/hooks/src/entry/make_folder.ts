import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Makes a folder for the person alone, and those around it, one after another. Node's own recursive way goes round for
 * ever where the system says that a folder which is there is not, as `/proc` does. Throws.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process made it meanwhile.
    if (!existsSync(path)) throw error
  }
}
