import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../child.mjs"
import { publishedPackages } from "./published.mjs"
import { npmFailure, REGISTRY_SETTINGS } from "./registry.ts"
import { readTarball, type Tarball } from "./tarball.ts"

/**
 * Packs every published package as a release does, by pnpm, into `folder`: a tarball by the name of each. `dist` has to be
 * built. Rejects with `RegistryUnreachable` when pnpm is not at hand and cannot be had.
 */
export async function packAll(root: string, folder: string): Promise<ReadonlyMap<string, Tarball>> {
  mkdirSync(folder, { recursive: true })
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const names = publishedPackages(root).map(({ name }) => name)
  const filters = names.flatMap((name) => ["--filter", name])
  const args = ["-y", ...REGISTRY_SETTINGS, packageManager, ...filters, "pack", "--pack-destination", folder]
  const { code, output } = await run("npx", args, { cwd: root, env: process.env })
  if (code !== 0) throw npmFailure("packing", output)
  const tarballs = readdirSync(folder).map((file) => readTarball(join(folder, file)))
  return new Map(tarballs.map((tarball) => [tarball.unpacked.packageName, tarball]))
}
