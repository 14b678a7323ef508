import { InvalidOptionError, refuseUnknownNames } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import { type DeclaredAnnotations, readToolOutput, type ToolAnnotations } from "@proofloop/runtime/detector"
import type { FoldSettings } from "../events/fold_settings.ts"
import { type HookMode, spokenReply } from "../events/hook_mode.ts"
import { type HookReply, NOTHING } from "../events/hook_reply.ts"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import { createFold } from "../fold/fold.ts"
import { handBackWords } from "../fold/words.ts"

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

export interface WatchOptions extends Partial<FoldSettings> {
  /** Annotations of tools by name. What is not declared is inferred from names, arguments and commands. */
  readonly tools?: Readonly<Record<string, DeclaredAnnotations>> | undefined
  /** What is really said; what is not is still told to `on_reply`. Default "hold": all of it. */
  readonly mode?: HookMode | undefined
  /** Told of each thing said, or that would have been. Not awaited; what it throws is ignored. */
  readonly on_reply?: ((reply: HookReply) => unknown) | undefined
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

type Tools = NonNullable<WatchOptions["tools"]>

const OPTION_NAMES = [
  "workspace_root",
  "repair_aware",
  "refuse_repeats",
  "verify",
  "tools",
  "mode",
  "on_reply",
]

/** Watches one agent in the process of its host. Throws `InvalidOptionError` on misuse, and nothing afterwards. */
export function watchAgent(options: WatchOptions = {}): AgentWatch {
  const given: unknown = options
  if (typeof given !== "object" || given === null) {
    throw new InvalidOptionError({ option: "watchAgent", expected: "an object of options", got: given })
  }
  refuseUnknownNames("watchAgent", given, OPTION_NAMES)
  const { tools = {}, mode = "hold", on_reply, ...settings } = options
  const fold = createFold({ ...settings, workspace_root: options.workspace_root ?? process.cwd() })
  let state = fold.initial_state
  let hand_back: string | undefined
  // What a host passes may throw when it is read: then it was never told.
  const take = (event: () => HookEvent): HookReply => {
    try {
      const step = fold.step(state, event())
      state = step.state
      return step.reply
    } catch {
      return NOTHING
    }
  }
  const say = (reply: HookReply): string | undefined => {
    if (reply.type === "nothing") return undefined
    void new Promise((resolve) => resolve(on_reply?.(reply))).catch(() => {})
    const spoken = spokenReply(reply, mode)
    return spoken.type === "nothing" ? undefined : spoken.text
  }
  return {
    prompted: (text) => void take(() => ({ type: "prompt", text })),
    begins: (call) =>
      say(take(() => ({ type: "call_begins", call: { ...asCall(call, tools), observation: null } }))),
    ended: (calls) =>
      say(take(() => ({ type: "calls_ended", calls: calls.map((call) => endedCall(call, tools)) }))),
    stops({ pending = [], may_go_on = true } = {}) {
      // Within a process nobody else holds: to stop again with nothing done in between is to stop after a hold.
      const stop: HookEvent = { type: "stop", again: true, pending }
      const open = fold.step({ ...state, holds: [], holds_of_prompt: 0, held_at: null }, stop).reply
      const reply = may_go_on ? take(() => stop) : NOTHING
      const held = reply.type === "hold" ? say(reply) : undefined
      hand_back = held === undefined && open.type === "hold" ? handBackWords(open.text) : undefined
      if (hand_back !== undefined) say({ type: "hand_back", text: hand_back })
      return held
    },
    get hand_back() {
      return hand_back
    },
  }
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

function endedCall(call: EndedCall, tools: Tools): HookCall {
  const { text, failed, exit_code } = readToolOutput(call.output)
  const outcome = { observation: text, failed: call.failed ?? failed, exit_code, status: call.status }
  return { ...asCall(call, tools), ...outcome }
}

function asCall({ id = "", tool, arguments: given }: AgentCall, tools: Tools) {
  const declared = Object.hasOwn(tools, tool) ? tools[tool] : undefined
  const call_arguments = typeof given === "string" ? parsed(given) : given
  return { id, tool, arguments: call_arguments, annotations: annotationsOf(declared, call_arguments) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A declaration that says nothing of a call, as of a shell's that is no check, leaves it to the inference. */
function annotationsOf(
  declared: DeclaredAnnotations | undefined,
  given: unknown,
): ToolAnnotations | undefined {
  try {
    const annotations =
      typeof declared === "function" ? declared(isRecord(given) ? (given as JsonObject) : {}) : declared
    return annotations === undefined || Object.keys(annotations).length === 0 ? undefined : annotations
  } catch {
    return undefined
  }
}
