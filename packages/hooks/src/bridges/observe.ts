import { jsonOrText } from "@proofloop/foundation/text"
import { readToolOutput, type Unjudged } from "@proofloop/runtime/internal/detector"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall } from "../events/host_event.ts"
import { watchEvents, type WatchOptions } from "./watch_events.ts"

export type { WatchOptions } from "./watch_events.ts"

export interface AgentCall {
  /** The host's id of the call; one that is told twice counts once. Default none. */
  readonly id?: string | undefined
  readonly tool: string
  readonly arguments: unknown
}

export interface EndedCall extends AgentCall {
  /** The tool's result or error, of any shape. */
  readonly output: unknown
  /** Whether it failed, if the host knows; else the output decides. */
  readonly failed?: boolean | undefined
  /** Set when the output judges nothing: interrupted by the user, denied, or still running. */
  readonly status?: HookCall["status"]
}

/** When an agent says that it is done. */
export interface Stopping {
  /** Commands still running in the background. Default none. */
  readonly pending?: readonly string[] | undefined
  /** Whether the agent can go on; false where a budget or an error ended it. Default true. */
  readonly may_go_on?: boolean | undefined
}

export interface AgentWatch {
  /** The person asked for something: holds are counted anew, failures stay. */
  prompted(text: string): void
  /** Before a call runs: why it is refused, else undefined. Refuses nothing without `refuse_repeats`. */
  begins(call: AgentCall): string | undefined
  /** After calls ran: what to tell the model beside the results, or nothing. */
  ended(calls: readonly EndedCall[]): string | undefined
  /** When the agent says that it is done: why it is not, for the model; undefined: let it stop. */
  stops(stopping?: Stopping): string | undefined
  /** What was open when the agent was last let go, for the person; undefined if nothing. */
  readonly hand_back: string | undefined
  /** What could not be read, while 20 calls or more have not judged the work. */
  readonly unjudged: Unjudged | undefined
}

const MAX_REFUSED = 64

/** Watches one agent in the process of its host. Throws `InvalidOptionError` on misuse, and nothing afterwards. */
export function watchAgent(options: WatchOptions = {}): AgentWatch {
  const watch = watchEvents("watchAgent", options)
  // A host may report a refused call as a failed one, although it never ran.
  let refused: readonly (string | undefined)[] = []
  return {
    prompted: (text) => void watch.take(() => ({ type: "prompt", text })),
    begins(call) {
      const reply = watch.take(() => ({ type: "call_begins", call: { ...asCall(call), observation: null } }))
      if (reply.type === "refuse") refused = [...refused, call.id].slice(-MAX_REFUSED)
      return textOf(reply)
    },
    ended: (calls) =>
      textOf(
        watch.take(() => {
          const ran = calls.filter(({ id }) => id === undefined || !refused.includes(id))
          return { type: "calls_ended", calls: ran.map(endedCall) }
        }),
      ),
    stops({ pending = [], may_go_on = true } = {}) {
      // Within a process only this gate holds the agent, so a second stop without an action follows a hold.
      const reply = watch.take(() => ({ type: "stop", again: true, pending }), may_go_on)
      return reply.type === "hold" ? reply.text : undefined
    },
    get hand_back() {
      return watch.hand_back
    },
    get unjudged() {
      return watch.unjudged
    },
  }
}

function textOf(reply: HookReply): string | undefined {
  return reply.type === "nothing" ? undefined : reply.text
}

/** A run that may go on: its input, how to run it, and its next input after a hold. */
export interface HeldRun<INPUT, RESULT> {
  readonly input: INPUT
  /** Runs the agent once with this input. */
  readonly run: (input: INPUT) => PromiseLike<RESULT> | RESULT
  /** Takes in the new part of the result; null where the agent cannot go on. */
  readonly next: (result: RESULT, input: INPUT) => Promise<((held: string) => INPUT) | null>
}

/** Runs an agent, and again while it is held on saying that it is done: at most four times more. */
export async function untilDone<INPUT, RESULT>(
  watch: AgentWatch,
  { input, run, next }: HeldRun<INPUT, RESULT>,
): Promise<RESULT> {
  let given = input
  for (;;) {
    const result = await run(given)
    const go_on = await next(result, given)
    const held = watch.stops({ may_go_on: go_on !== null })
    if (held === undefined || go_on === null) return result
    given = go_on(held)
  }
}

function endedCall(call: EndedCall): HookCall {
  const { text, failed, exit_code } = readToolOutput(call.output)
  const outcome = { observation: text, failed: call.failed ?? failed, exit_code, status: call.status }
  return { ...asCall(call), ...outcome }
}

function asCall({ id = "", tool, arguments: given }: AgentCall) {
  return { id, tool, arguments: typeof given === "string" ? jsonOrText(given) : given }
}
