import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** From version 2 on, Yarn need not make `node_modules`, so that only Yarn itself finds what is installed. */
export function isNewYarn(root: string): boolean {
  const file = join(root, "yarn.lock")
  return existsSync(file) && readFileSync(file, "utf8").includes("__metadata:")
}
