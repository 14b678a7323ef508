import { integer, knob } from "../knob.ts"
import type { Pattern, ReplyPattern } from "./pattern.ts"

const knobs = {
  /** Turns in a row without a substantive call. An integer of at least 2. Default: `3`. */
  no_progress_messages: knob([integer(2), 3, 3], "V0"),
}

/** Turns of prose in a row, no substantive call between. @requirement actions.monologue */
export const noProgressMonologue: ReplyPattern<typeof knobs> = {
  name: "no_progress_monologue",
  confidence: "likely",
  knobs,
  reached(draft, { provider_stop_reason }, { no_progress_messages: threshold }) {
    const count = draft.no_progress_streak
    if (count < threshold) return null
    const is_error = provider_stop_reason === "error"
    return { ...(is_error ? { name: erroredNoToolCall.name } : {}), count, threshold }
  },
}

/** The same, after a reply that ended in an error of the provider. */
export const erroredNoToolCall: Pattern<object> = {
  name: "errored_no_tool_call",
  confidence: "certain",
  knobs: {},
  says: () =>
    "The previous turn ended with a provider error and without a call that does something. Send the intended call again.",
}
