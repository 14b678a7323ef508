import { isRecord } from "@proofloop/foundation/text"
import { knobs } from "@proofloop/runtime/detector"
import type { Case } from "./case.ts"
import type { JsonObject } from "./json.ts"

/** The case with `column` written out: that column's differences from the defaults, below the case's own knobs. */
export function withColumn(played: Case): Case {
  const { column, stall_diagnostics, ...options } = played.options
  if (column === undefined) return played
  const own = isRecord(stall_diagnostics) ? stall_diagnostics : {}
  const below = column === "recommended" ? recommendedKnobs() : {}
  return { ...played, options: { ...options, stall_diagnostics: { ...below, ...own } } }
}

/** The knobs whose recommended value is not the base value. */
export function recommendedKnobs(): JsonObject {
  const changed = knobs.filter((knob) => JSON.stringify(knob.recommended) !== JSON.stringify(knob.base))
  return Object.fromEntries(changed.map((knob) => [knob.name, knob.recommended]))
}
