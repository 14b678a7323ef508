import { knob, optionalInteger } from "../knob.ts"
import type { ReplyPattern } from "./pattern.ts"

const knobs = {
  /** Replies in a row whose tool calls could not be parsed. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  repeat_parse_rejection: knob([optionalInteger(2), null, 2], "V3"),
}

/** Replies in a row whose tool calls could not be parsed. */
export const repeatedParseRejection: ReplyPattern<typeof knobs> = {
  name: "repeated_parse_rejection",
  confidence: "certain",
  knobs,
  says: (warning) =>
    `Tool-shaped output was rejected ${warning.count} times because it could not be parsed. ` +
    "Read the parse error and send exactly one minimal call, or report what blocks you.",
  reached(draft, _reply, { repeat_parse_rejection: threshold }) {
    const count = draft.parse_rejection_streak
    return threshold !== null && count >= threshold ? { count, threshold } : null
  },
}
