import { homedir } from "node:os"
import { join } from "node:path"

/** The home of hooks: `hooks` in PROOFLOOP_HOME, else in `.proofloop` of the home folder. */
export function hookHome(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment["PROOFLOOP_HOME"]
  return join(named === undefined || named === "" ? join(homedir(), ".proofloop") : named, "hooks")
}
