import { InvalidOptionError, nameOption, refuseUnknownNames } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import { checkTools } from "@proofloop/runtime/detector"
import {
  type DeclaredAnnotations,
  resolveAnnotations,
  type Unjudged,
  unjudgedWords,
} from "@proofloop/runtime/internal/detector"
import type { FoldSwitches } from "../events/fold_settings.ts"
import { HOOK_MODES, type HookMode, spokenReply } from "../events/hook_mode.ts"
import { type HookReply, NOTHING } from "../events/hook_reply.ts"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import { createFold } from "../fold/fold.ts"

export interface WatchOptions extends FoldSwitches {
  /** The folder the agent works in. Default: the working folder of this process. */
  readonly workspace_root?: string | undefined
  /** Annotations of tools by name. Missing ones are inferred from names, arguments and commands. */
  readonly tools?: Readonly<Record<string, DeclaredAnnotations>> | undefined
  /** Which messages are really sent; the others still go to `on_reply`. Default "hold": all of them. */
  readonly mode?: HookMode | undefined
  /** Called for each message, sent or not. Not awaited; its errors are ignored. */
  readonly on_reply?: ((reply: HookReply) => unknown) | undefined
  /** Called once, when 20 calls have not judged the work, with what could not be read. Default: a warning of the process. */
  readonly on_unjudged?: ((unjudged: Unjudged) => unknown) | undefined
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
  "on_unjudged",
]

export interface EventWatch {
  /** The reply to an event; an event that throws while it is built does not count. */
  take(make: () => HookEvent, may_go_on?: boolean): HookReply
  /** What was open at the last stop that was allowed. */
  readonly hand_back: string | undefined
  /** What could not be read, while 20 calls or more have not judged the work. */
  readonly unjudged: Unjudged | undefined
}

/** The fold of one agent, with its mode. Throws `InvalidOptionError` naming the option of `caller` on misuse. */
export function watchEvents(caller: string, options: WatchOptions): EventWatch {
  const given: unknown = options
  if (typeof given !== "object" || given === null) {
    throw new InvalidOptionError({ option: caller, expected: "an object of options", got: given })
  }
  refuseUnknownNames(caller, given, OPTION_NAMES)
  const { tools = {}, mode = "hold", on_reply, on_unjudged, ...settings } = options
  checkTools(`${caller}.tools`, tools)
  nameOption(`${caller}.mode`, mode, HOOK_MODES)
  const fold = createFold({ ...settings, workspace_root: options.workspace_root ?? process.cwd() })
  let state = fold.initial_state
  let hand_back: string | undefined
  const say = (reply: HookReply): HookReply => {
    if (reply.type !== "nothing") tell(() => on_reply?.(reply))
    return spokenReply(reply, mode)
  }
  let has_told = false
  const tellUnjudged = (): void => {
    const unjudged = has_told ? undefined : fold.unjudged(state)
    if (unjudged === undefined) return
    has_told = true
    tell(() => (on_unjudged === undefined ? warn(caller, unjudged) : on_unjudged(unjudged)))
  }
  const judge = (event: HookEvent, may_go_on: boolean): HookReply => {
    const step = fold.step(state, event)
    if (event.type !== "stop") {
      state = step.state
      tellUnjudged()
      return say(step.reply)
    }
    const open = fold.step({ ...state, holds: [], holds_of_prompt: 0, held_at: null }, event).reply
    const left = open.type === "hold" ? open.hand_back : undefined
    if (may_go_on) state = step.state
    else if (left !== undefined) say({ type: "hand_back", text: left })
    const reply = may_go_on ? say(step.reply) : NOTHING
    hand_back = reply.type === "hold" ? undefined : left
    return reply
  }
  return {
    take(make, may_go_on = true) {
      try {
        return judge(declaredIn(make(), tools), may_go_on)
      } catch {
        return NOTHING
      }
    },
    get hand_back() {
      return hand_back
    },
    get unjudged() {
      return fold.unjudged(state)
    },
  }
}

/** Calls a host's function; ignores what it throws or rejects with. */
function tell(listener: () => unknown): void {
  void new Promise((resolve) => resolve(listener())).catch(() => {})
}

function warn(caller: string, unjudged: Unjudged): void {
  const check = (command: string) => `verify: ${command}`
  process.emitWarning(`${caller}: ${unjudgedWords(unjudged, { check })}`, { code: "unjudged_calls" })
}

/** A declaration without a role, as for a shell call that is not a check, leaves the call to inference. */
function declaredIn(event: HookEvent, tools: Tools): HookEvent {
  const declared = (call: HookCall): HookCall => {
    const declaration = Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined
    const given = isRecord(call.arguments) ? (call.arguments as JsonObject) : {}
    const annotations = resolveAnnotations(declaration, given)
    return Object.keys(annotations).length === 0 ? call : { ...call, annotations }
  }
  if (event.type === "call_begins") return { ...event, call: declared(event.call) }
  return event.type === "calls_ended" ? { ...event, calls: event.calls.map(declared) } : event
}
