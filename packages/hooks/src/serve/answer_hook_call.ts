import { basename } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { readFlags } from "../entry/flags.ts"
import { handleInput } from "../entry/handle_input.ts"
import { note } from "../entry/notes.ts"
import { createFold } from "../fold/fold.ts"
import { hostAdapter } from "../hosts/hosts.ts"
import { readCommand } from "../install/launcher.ts"

export interface HookCallOptions {
  readonly home: string
  readonly version: string
}

const NOTHING = "{}"
/** Claude Code sends them as text. */
const STRUCTURED = new Set(["tool_calls", "tool_input", "tool_response", "background_tasks"])

/**
 * Answers the input of a host's `mcp_tool` hook, by its flags: the text of the tool's result. Never rejects: on any
 * error the answer is `{}`, which lets the host through, and a line in the log gives the reason.
 */
export async function answerHookCall(given: unknown, { home, version }: HookCallOptions): Promise<string> {
  try {
    if (!isRecord(given)) return NOTHING
    const { command, ...fields } = given
    const installed = typeof command === "string" ? readCommand(command) : null
    if (installed === null) throw new Error("no command of proofloop in it")
    const { flags, problems } = readFlags([installed.host, ...installed.words])
    for (const problem of problems) note(home, problem)
    if (flags === null) return NOTHING
    const adapter = hostAdapter(flags.host)
    const loadFold = () => createFold
    const input = withAgent(Object.fromEntries(Object.entries(fields).flatMap(readField)))
    const answer = await handleInput(input, { flags, adapter, home, version: `mcp ${version}`, loadFold })
    return answer === null ? NOTHING : JSON.stringify(answer)
  } catch (error) {
    note(home, `mcp: ${thrownMessage(error)}`)
    return NOTHING
  }
}

function readField([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  if (typeof value !== "string" || name === "prompt") return [[name, value]]
  // What the event lacks.
  if (value === "") return []
  if (value === "true" || value === "false") return [[name, value === "true"]]
  return [[name, STRUCTURED.has(name) ? structured(value) : value]]
}

function structured(text: string): unknown {
  if (!/^\s{0,9}[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Codex names a sub-agent only in its last event; the transcript tells it from its parent in all of them. */
function withAgent(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const transcript = input["agent_transcript_path"] ?? input["transcript_path"]
  if (typeof transcript !== "string") return input
  const name = basename(transcript)
  const is_own = name.includes(String(input["session_id"]))
  return { ...input, transcript_path: transcript, ...(is_own ? {} : { agent_id: name }) }
}
