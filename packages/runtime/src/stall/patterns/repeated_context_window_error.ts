import { integer, knob } from "../knob.ts"
import type { CallPattern } from "./pattern.ts"
import { stopOr } from "./words.ts"

const knobs = {
  /** Context-window errors in a row. An integer of at least 1. Default: `2`. */
  repeat_context_window_error: knob([integer(1), 2, 2], "V0"),
}

/** Context-window errors in a row, whatever the calls. @requirement actions.context_window */
export const repeatedContextWindowError: CallPattern<typeof knobs> = {
  name: "repeated_context_window_error",
  confidence: "certain",
  knobs,
  says: (warning) =>
    `${warning.count} calls or replies met an exceeded context window. ` +
    stopOr("Ask for less at once, or report what blocks you.", warning),
  reached(draft, _observed, config) {
    const threshold = config.repeat_context_window_error
    const count = draft.context_window_error_streak
    return count >= threshold ? { count, threshold } : null
  },
}
