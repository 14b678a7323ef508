import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { type AgentLoopOptions, createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { describe, expect, expectTypeOf, test } from "vitest"
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

const optionNames = Object.keys(optionsSchema.shape)

test("the schema knows the loop's options, no more and no fewer", () => {
  expectTypeOf<keyof typeof optionsSchema.shape>().toEqualTypeOf<keyof AgentLoopOptions>()
  expect(optionNames.filter((name) => !loopAccepts({ [name]: undefined }))).toEqual(["model"])
})

describe("alone, a value is accepted here where the loop accepts it", () => {
  // The knobs have a property test of their own (knob_schema.property.test.ts).
  const elsewhere = ["model", "tools", "tool_annotations", "parsers", "stall_diagnostics"]

  test.each(optionNames.filter((name) => !elsewhere.includes(name)))("%s", (name) => {
    const candidates = values.filter((value) => !isPartOf(name, value))
    const ours = candidates.filter((value) => optionsSchema.safeParse({ [name]: value }).success)
    expect(ours).toEqual(candidates.filter((value) => loopAccepts({ [name]: value })))
  })
})

/** A layer may hold only a part of an option that the loop needs as a whole. */
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
