import { readdirSync, statSync } from "node:fs"
import { join, posix, sep } from "node:path"
import type { PackedFile } from "./contents.ts"

/** Prompts, cases and the like that a package names beside its code, and that are not in its tarball. */
export function missingDataFiles(
  folder: string,
  named: readonly string[],
  packed: readonly PackedFile[],
): string[] {
  const paths = new Set(packed.map(({ path }) => path))
  return named
    .filter((name) => name !== "dist")
    .flatMap((name) => filesOf(folder, name))
    .filter((path) => !paths.has(path))
    .map((path) => `${path} is not packed`)
}

function filesOf(folder: string, name: string): string[] {
  const top = join(folder, name)
  if (!statSync(top).isDirectory()) return [name]
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(top, path)).isFile())
    .map((path) => posix.join(name, path.replaceAll(sep, "/")))
}
