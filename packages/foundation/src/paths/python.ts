import { existsSync } from "node:fs"
import { join } from "node:path"

/** The interpreter of the project's own environment, if it has one: the tests' packages are installed there. */
export function pythonOf(root: string): string {
  const own = [".venv/bin/python", "venv/bin/python"].find((path) => existsSync(join(root, path)))
  return own ?? (process.platform === "win32" ? "python" : "python3")
}
