import { homedir } from "node:os"
import { join } from "node:path"

/** Where hooks keep what they know: PROOFLOOP_HOME, else `.proofloop` in the home folder, and in it `hooks`. */
export function hookHome(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment["PROOFLOOP_HOME"]
  return join(named === undefined || named === "" ? join(homedir(), ".proofloop") : named, "hooks")
}
