// Writes the address of the sources into every published package: node scripts/packaging/name_repository.mjs
// https://github.com/OWNER/NAME
//
// The release calls it, because the checkout does not know its own address. npm compares it with where the build ran.
import { writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "../setup.mjs"
import { publishedPackages } from "./published.mjs"

/** A manifest with `repository`, `homepage` and `bugs` of a repository at `address`. */
export function withRepository(manifest, address, folder) {
  return {
    ...manifest,
    homepage: `${address}/tree/main/${folder}#readme`,
    bugs: `${address}/issues`,
    repository: { type: "git", url: `git+${address}.git`, directory: folder },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const address = process.argv[2] ?? ""
  if (!/^https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+$/.test(address)) {
    console.error(`name_repository: expected https://HOST/OWNER/NAME, got "${address}"`)
    process.exit(2)
  }
  for (const { folder, manifest } of publishedPackages(root)) {
    const named = withRepository(manifest, address, relative(root, folder).replaceAll("\\", "/"))
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(named, null, 2)}\n`)
  }
}
