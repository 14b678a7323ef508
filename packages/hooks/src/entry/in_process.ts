import { thrownMessage } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import type { HostName } from "../events/host_event.ts"
import { hostAdapter } from "../hosts/hosts.ts"
import { hookHome } from "../state/hook_home.ts"
import { readFlags } from "./flags.ts"
import { handleInput } from "./handle_input.ts"
import { loadFold } from "./load_fold.ts"
import { note } from "./notes.ts"
import { programVersion } from "./program_version.ts"

/** Answers a host's events in its own process; null when there is nothing to say, and after any error. */
export type AnswerInProcess = (input: Readonly<Record<string, unknown>>) => Promise<JsonObject | null>

/** Makes it for a host whose settings hold these flags. */
export function answerInProcess(host: HostName, words: readonly string[]): AnswerInProcess {
  const home = hookHome(process.env)
  const { flags, problems } = readFlags([host, ...words])
  for (const problem of problems) note(home, problem)
  if (flags === null) return () => Promise.resolve(null)
  const adapter = hostAdapter(host)
  return async (input) => {
    try {
      return await handleInput(input, { flags, adapter, home, version: programVersion(), loadFold })
    } catch (error) {
      note(home, `${host}: ${thrownMessage(error)}`)
      return null
    }
  }
}
