import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** Bundles a fixture into `program.mjs` of a folder, to be started quickly and often; resolves to its path. */
export async function buildProgram(fixture: URL, folder: string): Promise<string> {
  const outfile = join(folder, "program.mjs")
  const entryPoints = [fileURLToPath(fixture)]
  const js =
    'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url)'
  const form = { bundle: true, platform: "node", format: "esm", logLevel: "error", banner: { js } } as const
  await build({ entryPoints, outfile, ...form })
  return outfile
}

/** How a process ends: its exit code, or the signal that killed it. Rejects when it cannot be started. */
export function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code, signal) => resolve(signal ?? code))
  })
}
