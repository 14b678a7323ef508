import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Misuse } from "../console/misuse.ts"

export const CONFIG_NAMES: readonly string[] = ["ts", "mts", "js", "mjs", "json"].map(
  (ending) => `proofloop.config.${ending}`,
)

/** The nearest configuration in a folder or above it, up to the top of its repository. Throws Misuse for two in one folder. */
export function findConfig(folder: string): string | null {
  const [found, other] = CONFIG_NAMES.filter((name) => existsSync(join(folder, name)))
  if (other !== undefined) throw new Misuse(`${folder}: both ${found} and ${other} are there; keep one`)
  if (found !== undefined) return join(folder, found)
  const above = dirname(folder)
  return above === folder || existsSync(join(folder, ".git")) ? null : findConfig(above)
}
