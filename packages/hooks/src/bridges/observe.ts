import { readToolOutput } from "@proofloop/runtime/detector"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall } from "../events/host_event.ts"
import { watchEvents, type WatchOptions } from "./watch_events.ts"

export type { WatchOptions } from "./watch_events.ts"

/** A call of a tool that is about to run. */
export interface AgentCall {
  /** The host's id of the call; one that is told twice counts once. Default none. */
  readonly id?: string | undefined
  readonly tool: string
  readonly arguments: unknown
}

/** A call that ended. */
export interface EndedCall extends AgentCall {
  /** What the tool gave back or threw, of any shape. */
  readonly output: unknown
  /** Whether it failed, where the host knows; else it is read off the output. */
  readonly failed?: boolean | undefined
  /** Where the output judges nothing: cut off by the user, denied, or the command still runs. */
  readonly status?: HookCall["status"]
}

/** When an agent says that it is done. */
export interface Stopping {
  /** The commands that still run in the background. Default none. */
  readonly pending?: readonly string[] | undefined
  /** Whether the agent can be sent on; false where a budget or an error ended it. Default true. */
  readonly may_go_on?: boolean | undefined
}

/** One agent, as its host's loop sees it. */
export interface AgentWatch {
  /** The person asked for something: holds are counted anew, what is failing stays. */
  prompted(text: string): void
  /** Before a call runs: why it is refused, else undefined. Refuses nothing without `refuse_repeats`. */
  begins(call: AgentCall): string | undefined
  /** After calls ran: what to tell the model beside the results, if anything. */
  ended(calls: readonly EndedCall[]): string | undefined
  /** When the agent says that it is done: why it is not, for the model, else undefined: let it stop. */
  stops(stopping?: Stopping): string | undefined
  /** What was open when the agent was let go the last time, for the person; undefined if nothing was. */
  readonly hand_back: string | undefined
}

const MAX_REFUSED = 64

/** Watches one agent in the process of its host. Throws `InvalidOptionError` on misuse, and nothing afterwards. */
export function watchAgent(options: WatchOptions = {}): AgentWatch {
  const watch = watchEvents("watchAgent", options)
  // A host may tell a call that was refused as one that failed: it never ran.
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
      // Within a process only this gate holds the agent: a second stop without any action in between follows a hold.
      const reply = watch.take(() => ({ type: "stop", again: true, pending }), may_go_on)
      return reply.type === "hold" ? reply.text : undefined
    },
    get hand_back() {
      return watch.hand_back
    },
  }
}

function textOf(reply: HookReply): string | undefined {
  return reply.type === "nothing" ? undefined : reply.text
}

/** A run that may be sent on: what it is given, how it is run, and what it is given next when it was held. */
export interface HeldRun<INPUT, RESULT> {
  readonly input: INPUT
  readonly run: (input: INPUT) => PromiseLike<RESULT> | RESULT
  /** Takes in what the watch has not seen of the result; null where the agent cannot be sent on. */
  readonly next: (result: RESULT, input: INPUT) => Promise<((held: string) => INPUT) | null>
}

/** Runs an agent, and again as long as it is held when it says that it is done: at most four times more. */
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
  return { id, tool, arguments: typeof given === "string" ? parsed(given) : given }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
