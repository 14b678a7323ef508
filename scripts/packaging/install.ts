import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../child.mjs"

/** npm's codes for a registry that is not there, as opposed to one that says no. */
const unreachable =
  /npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)/

/**
 * Installs into a new, otherwise empty folder with npm, as a host would. Returns why that is impossible when the registry
 * cannot be reached, else null; throws npm's output on any other failure.
 */
export async function installIn(folder: string, wanted: readonly string[]): Promise<string | null> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "name": "host", "private": true, "type": "module" }\n')
  const settings = ["--omit=peer", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1"]
  const args = ["install", ...settings, "--fetch-retry-mintimeout=1000", ...wanted]
  const { code, output } = await run("npm", args, { cwd: folder, env: process.env, timeout: 300_000 })
  if (code === 0) return null
  const reason = unreachable.exec(output)?.[1]
  if (reason === undefined) throw new Error(`npm install failed:\n${output}`)
  return `the npm registry cannot be reached (${reason})`
}
