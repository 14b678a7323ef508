import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { createAgentLoop, loopOptionNames, scriptedModel } from "@proofloop/runtime"
import { describe, expect, test } from "vitest"
import { optionsSchema } from "./options_schema.ts"

const values = [
  -1,
  0,
  1,
  1.5,
  2 ** 60,
  NaN,
  "",
  "fixed",
  "text",
  true,
  [],
  ["text"],
  [1],
  {},
  { nope: 1 },
  () => true,
]

test("the schema knows the loop's options, no more and no fewer", () => {
  expect(Object.keys(optionsSchema.shape).toSorted()).toEqual(loopOptionNames.toSorted())
})

describe("alone, a value is accepted here where the loop accepts it", () => {
  // The knobs have a property test of their own (knob_schema.property.test.ts).
  const elsewhere = ["model", "tools", "stall_diagnostics"]

  test.each(loopOptionNames.filter((name) => !elsewhere.includes(name)))("%s", (name) => {
    const candidates = values.filter((value) => !isPartOf(name, value))
    const ours = candidates.filter((value) => optionsSchema.safeParse({ [name]: value }).success)
    expect(ours).toEqual(candidates.filter((value) => loopAccepts({ [name]: value })))
  })
})

/** A layer may say only a part of what the loop must be told as a whole. */
function isPartOf(name: string, value: unknown): boolean {
  const needs_more = name === "verify_completion" || name === "consecutive_failures"
  return (
    needs_more && typeof value === "object" && Object.keys(value ?? {}).length === 0 && !Array.isArray(value)
  )
}

function loopAccepts(options: object): boolean {
  try {
    createAgentLoop({ model: scriptedModel([]), ...options })
    return true
  } catch (error) {
    if (isInvalidOptionError(error)) return false
    throw error
  }
}
