import { join } from "node:path"
import { cleanEnvironment, run } from "../child.mjs"

/** What a process printed, and its exit code. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs Node in `cwd`. What is left behind in the temp folder goes with the host. */
export function node(cwd: string, args: readonly string[]): Promise<Ended> {
  const env = { ...cleanEnvironment(), TMPDIR: cwd, TEMP: cwd, TMP: cwd }
  return run(process.execPath, args, { cwd, env, timeout: 120_000 })
}

/** The command that is installed in `host`. */
export function commandOf(host: string): string {
  return join(host, "node_modules", "proofloop", "bin.mjs")
}
