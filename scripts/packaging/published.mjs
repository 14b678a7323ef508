import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

/**
 * The published packages, by name: every member of the workspace that is not private. `entries` has one row for each
 * public entry: `specifier` to import it by, its `source`, and the packed package's `script` and `declarations` for
 * it. All paths are relative to `folder`.
 */
export function publishedPackages(root) {
  const members = readdirSync(join(root, "packages")).map((name) => `packages/${name}`)
  return [...members, "conformance"]
    .filter((member) => existsSync(join(root, member, "package.json")))
    .map((member) => describePackage(join(root, member)))
    .filter(({ manifest }) => manifest.private !== true)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

function describePackage(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const { name, exports = {}, publishConfig = {} } = manifest
  const packed = publishConfig.exports ?? {}
  if (Object.keys(exports).join() !== Object.keys(packed).join())
    throw new Error(`${folder}/package.json: exports and publishConfig.exports name different entries`)
  const entries = Object.entries(exports).map(([path, source]) => ({
    specifier: path === "." ? name : `${name}/${path.slice(2)}`,
    source,
    script: packed[path].default,
    declarations: packed[path].types,
  }))
  return { name, folder, manifest, entries }
}
