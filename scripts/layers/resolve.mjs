import { existsSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { PACKAGES } from "./rules.mjs"

/** Rows inside a package come before it. */
const FOLDERS = Object.keys(PACKAGES).toSorted((one, other) => other.length - one.length)
const folderByName = new Map(FOLDERS.map((folder) => [PACKAGES[folder].name, folder]))

/** The package of a row inside one. */
export function packageOf(folder) {
  return folder.split("/src/")[0]
}

/** The row a file belongs to: `packages/runtime`, `conformance`, `scripts`, ... */
export function folderOf(path) {
  return FOLDERS.find((folder) => path.startsWith(`${folder}/`)) ?? path.split("/")[0]
}

/**
 * The target of an import: `{ file }` inside the same package or at the root, `{ folder, file }` for another
 * workspace package, `{ package }` for the registry. `{ problem }` when it points nowhere allowed.
 */
export function createResolver(root) {
  const exportsOf = new Map(FOLDERS.map((folder) => [folder, readExports(root, folder)]))
  return (from, specifier) => {
    if (specifier.startsWith(".")) return resolveRelative(root, from, specifier)
    const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
    const folder = folderByName.get(name)
    if (folder === undefined) return { package: specifier }
    const entry = exportsOf.get(folder)[`.${specifier.slice(name.length)}`]
    if (entry === undefined) return { folder, problem: `${specifier} is not a public entry of ${name}` }
    return { folder, file: posix.join(folder, entry) }
  }
}

function readExports(root, folder) {
  const manifest = join(root, folder, "package.json")
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")).exports ?? {}) : {}
}

function resolveRelative(root, from, specifier) {
  const file = posix.join(posix.dirname(from), specifier)
  if (!existsSync(join(root, file)))
    return { problem: `${specifier} names no file; write the real one, as in ./fold.ts` }
  return { file }
}
