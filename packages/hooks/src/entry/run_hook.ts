import { thrownMessage } from "@proofloop/foundation/errors"
import type { HostName } from "../events/host_event.ts"
import type { HostAdapter } from "../hosts/host_adapter.ts"
import { hookHome } from "../state/hook_home.ts"
import { type HookFlags, readFlags } from "./flags.ts"
import { handleInput, type HandleOptions } from "./handle_input.ts"
import { note } from "./notes.ts"
import { readInput } from "./standard_streams.ts"
import { unlessBusy } from "./unless_busy.ts"

export interface RunHookOptions {
  /** What stands behind `run` in the host's settings: `HOST [flags]`. */
  readonly words: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly version: string
  readonly adapterOf: (host: HostName) => HostAdapter
  readonly loadFold: HandleOptions["loadFold"]
}

const MAX_INPUT = 64 * 1024 * 1024
/** A host writes its input at once; the shortest time-out of a host is 3 s. */
const SILENCE_MS = 2000
/** For every event, beside the check that the hook runs: hosts wait at least 10 s for an event that can be answered. */
const DEADLINE_MS = 8000

export interface HookRun {
  /** The text for standard output; "" is nothing. */
  readonly answer: string
  /** Something did not end, such as a thread that waits for the input. */
  readonly is_waiting: boolean
}

const NO_ANSWER: HookRun = { answer: "", is_waiting: false }

/** Answers a host's event on standard input. Never rejects: after an error, which the log tells, the host is let through. */
export async function runHook(options: RunHookOptions): Promise<HookRun> {
  const home = hookHome(options.environment)
  try {
    const { flags, problems } = readFlags(options.words)
    for (const problem of problems) note(home, problem)
    if (flags === null) return NO_ANSWER
    const ms = DEADLINE_MS + (flags.verify === undefined ? 0 : flags.verify_seconds * 1000)
    const late = new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref())
    const run = await Promise.race([answerInput(flags, home, options), late])
    if (run === null) note(home, `${flags.host}: no answer within ${ms} ms`)
    return run ?? { answer: "", is_waiting: true }
  } catch (error) {
    note(home, `${options.words.slice(0, 1).join("")}: ${thrownMessage(error)}`)
    return NO_ANSWER
  }
}

async function answerInput(
  flags: HookFlags,
  home: string,
  { version, loadFold, adapterOf }: RunHookOptions,
): Promise<HookRun> {
  const input = await readInput({ max_bytes: MAX_INPUT, silence_ms: SILENCE_MS })
  if (input.type === "silent") {
    note(home, `${flags.host}: the input did not end, and nothing came for ${SILENCE_MS} ms`)
    return { answer: "", is_waiting: true }
  }
  if (input.type === "too_long") {
    note(home, `${flags.host}: an input of more than ${MAX_INPUT} bytes was left unread`)
    return NO_ANSWER
  }
  const adapter = adapterOf(flags.host)
  const answer = await unlessBusy(DEADLINE_MS, () =>
    handleInput(parsed(input.text), { flags, adapter, home, version, loadFold }),
  )
  return { answer: answer === null ? "" : `${JSON.stringify(answer)}\n`, is_waiting: false }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the input is not JSON: ${thrownMessage(error)}`, { cause: error })
  }
}
