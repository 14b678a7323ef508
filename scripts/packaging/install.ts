import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../child.mjs"
import { npmFailure, REGISTRY_SETTINGS } from "./registry.ts"

/** Installs into a new, otherwise empty folder with npm, as a host would. Rejects with `RegistryUnreachable` or npm's output. */
export async function installIn(folder: string, wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "name": "host", "private": true, "type": "module" }\n')
  const args = ["install", "--omit=peer", "--no-audit", "--no-fund", ...REGISTRY_SETTINGS, ...wanted]
  const { code, output } = await run("npm", args, { cwd: folder, env: process.env, timeout: 300_000 })
  if (code !== 0) throw npmFailure("npm install", output)
}
