import type { JsonObject } from "@proofloop/foundation/text"
import type { HookReply } from "../events/hook_reply.ts"
import type { HostName, ToldEvent } from "../events/host_event.ts"
import { createFold } from "../fold/fold.ts"
import type { HookState } from "../fold/hook_state.ts"
import { hostAdapter } from "./hosts.ts"
import { transcriptAt } from "./recordings.fixture.ts"

/** An input with its reply; each session and sub-agent has separate state. */
export interface Answered {
  readonly told: ToldEvent | null
  readonly reply: HookReply["type"]
  readonly answer: JsonObject | null
}

/** Folds what a host sent, as the program of hooks does. */
export function answered(
  host: HostName,
  inputs: readonly JsonObject[],
): { readonly steps: readonly Answered[]; readonly states: ReadonlyMap<string, HookState> } {
  const adapter = hostAdapter(host)
  const fold = createFold({ workspace_root: "/home/dev/project", refuse_repeats: true })
  const states = new Map<string, HookState>()
  const steps = inputs.map((input): Answered => {
    const told = adapter.read(input, transcriptAt(input))
    if (told === null) return { told, reply: "nothing", answer: null }
    const key = `${told.session.session_id} ${told.session.agent_id}`.trim()
    const before = states.get(key) ?? fold.initial_state
    const calls_ended = { type: "calls_ended", calls: told.untold ?? [] } as const
    const { state, reply } = fold.step(fold.step(before, calls_ended).state, told.event)
    states.set(key, state)
    return { told, reply: reply.type, answer: adapter.answer(reply, input) }
  })
  return { steps, states }
}
