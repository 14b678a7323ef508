import type { LoopEvent } from "@proofloop/runtime"

/** One line of a trace: an event, or what is wrong with it. */
export type TraceLine = { readonly event: LoopEvent } | { readonly problem: string }

/** Reads a line. Only what every event has is checked; the rest was written by this library, or is shown as missing. */
export function readTraceLine(line: string): TraceLine {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { problem: "not JSON" }
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { problem: "not an event" }
  const fields = Object.entries(fieldTypes)
  const bad = fields.find(([name, type]) => typeof Reflect.get(value, name) !== type)
  return bad === undefined ? { event: value as LoopEvent } : { problem: `no event: ${bad[0]} is missing` }
}

const fieldTypes = { type: "string", run_id: "string", iteration: "number", at_ms: "number" } as const
