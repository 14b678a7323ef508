import type { Readable } from "node:stream"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import type { HostName } from "../events/host_event.ts"
import type { HostAdapter } from "../hosts/host_adapter.ts"
import { hookHome } from "../state/hook_home.ts"
import { readFlags } from "./flags.ts"
import { handleInput, type HandleOptions } from "./handle_input.ts"
import { note } from "./notes.ts"

export interface RunHookOptions {
  /** What stands behind `run` in the host's settings: `HOST [flags]`. */
  readonly words: readonly string[]
  /** What the host wrote to standard input. */
  readonly input: Readable
  readonly environment: NodeJS.ProcessEnv
  readonly version: string
  readonly adapterOf: (host: HostName) => HostAdapter
  readonly loadFold: HandleOptions["loadFold"]
}

const MAX_INPUT = 64 * 1024 * 1024
/** A host writes its input at once; the shortest time that one gives its hook is 3 s. */
const SILENCE_MS = 2000

/**
 * Answers one event of a host: the text for standard output, "" for nothing. Never rejects: whatever goes wrong, the host is let
 * through, and a line in the log says why.
 */
export async function runHook(options: RunHookOptions): Promise<string> {
  const home = hookHome(options.environment)
  try {
    const { flags, problems } = readFlags(options.words)
    for (const problem of problems) note(home, problem)
    if (flags === null) return ""
    const text = await readAll(options.input)
    if (text === null) {
      note(home, `${flags.host}: an input of more than ${MAX_INPUT} bytes was left unread`)
      return ""
    }
    const { version, loadFold } = options
    const answer = await handleInput(parsed(text), {
      flags,
      adapter: options.adapterOf(flags.host),
      home,
      version,
      loadFold,
    })
    return answerText(answer)
  } catch (error) {
    note(home, `${options.words.slice(0, 1).join("")}: ${thrownMessage(error)}`)
    return ""
  }
}

function answerText(answer: JsonObject | null): string {
  return answer === null ? "" : `${JSON.stringify(answer)}\n`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the input is no JSON: ${thrownMessage(error)}`, { cause: error })
  }
}

/** Null where it is too much. Rejects where the rest does not come. */
async function readAll(input: Readable): Promise<string | null> {
  const silence = setTimeout(
    () => input.destroy(new Error(`the input did not end, and nothing came for ${SILENCE_MS} ms`)),
    SILENCE_MS,
  )
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk)
      silence.refresh()
      size += bytes.length
      if (size > MAX_INPUT) return null
      chunks.push(bytes)
    }
  } finally {
    clearTimeout(silence)
  }
  return Buffer.concat(chunks).toString("utf8")
}
