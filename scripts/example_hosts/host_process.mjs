import { existsSync } from "node:fs"
import { join } from "node:path"
import { run } from "../child.mjs"

export const HOSTS = ["hono", "express", "next"]

/** Where hosts have what they need beside proofloop. */
export const HOSTS_FOLDER = "examples/hosts"

/** The arguments for Node that start a host beside built packages, and where. Next is built first. Rejects when that fails. */
export async function hostProcess(built, name, { port, env }) {
  const cwd = join(built, HOSTS_FOLDER, name)
  if (name !== "next") return { cwd, args: [join(cwd, "main.js")] }
  const next = join(built, HOSTS_FOLDER, "node_modules/next/dist/bin/next")
  if (!existsSync(join(cwd, ".next", "BUILD_ID"))) {
    const { code, output } = await run(process.execPath, [next, "build"], { cwd, env: { ...env, ...QUIET } })
    if (code !== 0) throw new Error(`next build:\n${output}`)
  }
  return { cwd, args: [next, "start", "--hostname", "127.0.0.1", "--port", port] }
}

/** Next tells its makers how it is used. */
export const QUIET = { NEXT_TELEMETRY_DISABLED: "1" }
