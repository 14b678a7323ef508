import { dirname, join } from "node:path"
import { cleanEnvironment, run } from "../child.mjs"

/** What a process printed, and its exit code. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs Node in `cwd`. The temp folder is the one around it: what is left behind there goes with the host, and is no change. */
export function node(cwd: string, args: readonly string[]): Promise<Ended> {
  const around = dirname(cwd)
  const env = { ...cleanEnvironment(), TMPDIR: around, TEMP: around, TMP: around }
  return run(process.execPath, args, { cwd, env, timeout: 120_000 })
}

/** The command that is installed in `host`. */
export function commandOf(host: string): string {
  return join(host, "node_modules", "proofloop", "bin.mjs")
}
