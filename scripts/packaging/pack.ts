import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../child.mjs"
import { publishedPackages } from "./published.mjs"
import { readTarball, type Tarball } from "./tarball.ts"

/** Packs every published package as a release does, by pnpm, into `folder`; `dist` has to be built. */
export async function packAll(root: string, folder: string): Promise<Tarball[]> {
  mkdirSync(folder, { recursive: true })
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const names = publishedPackages(root).map(({ name }) => name)
  const filters = names.flatMap((name) => ["--filter", name])
  const args = ["-y", packageManager, ...filters, "pack", "--pack-destination", folder]
  const { code, output } = await run("npx", args, { cwd: root, env: process.env })
  if (code !== 0) throw new Error(`packing failed:\n${output}`)
  const tarballs = readdirSync(folder).map((file) => readTarball(join(folder, file)))
  const packed = tarballs.map(({ unpacked }) => unpacked.packageName)
  const missing = names.filter((name) => !packed.includes(name))
  if (missing.length > 0) throw new Error(`not packed: ${missing.join(", ")}\n${output}`)
  return tarballs
}
