import { type Knob, knobs } from "@proofloop/runtime/detector"
import type { Case } from "./case.ts"
import { isRecord, type JsonObject } from "./json.ts"

/** The case with `column` written out: that column's value of every knob, below the case's own knobs. */
export function withColumn(played: Case): Case {
  const { column, stall_diagnostics, ...options } = played.options
  if (column === undefined) return played
  const own = isRecord(stall_diagnostics) ? stall_diagnostics : {}
  return { ...played, options: { ...options, stall_diagnostics: { ...columnValues(column), ...own } } }
}

/** Every plain knob with its value in a column of the knob table. */
export function columnValues(column: "base" | "recommended"): JsonObject {
  return Object.fromEntries(knobs.filter(isPlain).map((knob) => [knob.name, knob[column]]))
}

function isPlain(knob: Knob): boolean {
  return knob.value.type !== "host"
}
