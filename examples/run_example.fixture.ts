import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const run = promisify(execFile)
/** The packages as a host has them, and the examples beside them. */
export const built: string = await builtWorkspace()

async function builtWorkspace(): Promise<string> {
  const root = new URL("..", import.meta.url)
  const module: unknown = await import(new URL("scripts/packaging/built_workspace.mjs", root).href)
  return (module as { builtWorkspace: (root: string) => Promise<string> }).builtWorkspace(fileURLToPath(root))
}

/** Runs an example beside built packages, as its reader has them, and returns what it prints. */
export async function outputOf(
  example: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, PROOFLOOP_MODEL: "", PROOFLOOP_BASE_URL: "", NO_COLOR: "1", ...settings }
  const { stdout } = await run(process.execPath, ["--liftoff-only", mainOf(example)], { env })
  return stdout
}

/** The program of an example beside built packages. */
export function mainOf(example: string): string {
  return join(built, "examples", example, "main.js")
}
