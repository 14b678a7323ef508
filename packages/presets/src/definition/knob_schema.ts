import { isGiven } from "@proofloop/foundation/errors"
import type { AgentLoopOptions } from "@proofloop/runtime"
import { type Knob, knobs } from "@proofloop/runtime/detector"
import * as z from "zod"
import { flag, functionOf, integer, list, record, text } from "./value_schema.ts"

/** Harn's nested block: every knob but Harn's flat ones, plain values only; the flat form wins. */
export const repairDiagnosticsSchema: z.ZodType = record(nestedShape(), "a record or null").nullish()

/**
 * `stall_diagnostics` as the loop takes it, generated from the knob table. On plain values it accepts exactly what
 * the detector accepts. It also accepts `repair_aware` as `{ env: NAME }` or a function, and functions for the host's
 * signals.
 */
export const stallDiagnosticsSchema = z
  .union(
    [
      record(
        { ...flatShape(), repair_diagnostics: repairDiagnosticsSchema, allow_repeated_tools: z.unknown() },
        "a record, a boolean or null",
      ).superRefine(checkAlias),
      z.boolean(),
    ],
    { error: "a record, a boolean or null" },
  )
  // The shape is made from the knob table, and so is the type.
  .nullish() as unknown as z.ZodType<AgentLoopOptions["stall_diagnostics"]>

function flatShape(): Record<string, z.ZodType> {
  return Object.fromEntries(
    knobs.map((knob) => [knob.name, knob.name === "repair_aware" ? repairAware() : knobSchema(knob)]),
  )
}

function nestedShape(): Record<string, z.ZodType> {
  const nested = knobs.filter((knob) => knob.nested)
  return Object.fromEntries(
    nested.map((knob) => [knob.name, knob.value.type === "host" ? notNested() : knobSchema(knob)]),
  )
}

function notNested(): z.ZodType {
  return z.undefined({ error: "no value here: give the function flat in stall_diagnostics" })
}

function repairAware(): z.ZodType {
  const variable = "the name of a variable"
  const env = text(variable).refine((name) => name.trim() !== "", variable)
  return z.union([z.boolean(), z.strictObject({ env }), functionOf()], {
    error: "a boolean, { env: NAME } or a function",
  })
}

function knobSchema(knob: Knob): z.ZodType {
  const type = knob.value
  switch (type.type) {
    case "boolean":
      return flag()
    case "integer":
      return integer(
        type.minimum,
        `an integer of at least ${type.minimum}${type.nullable ? ", or null for off" : ""}`,
      )
    case "names":
      return list(text("the name of a tool"), "a list of tool names")
    case "choice":
      return z.enum([...type.choices], { error: type.choices.map((choice) => `"${choice}"`).join(" or ") })
    case "switches":
      return record(Object.fromEntries(type.names.map((name) => [name, flag()])), "a record of booleans")
    case "host":
      return functionOf()
  }
}

/** The alias is read and checked only where `exempt_tools` is absent. */
function checkAlias(stall: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const alias = stall["allow_repeated_tools"]
  if (isGiven(stall["exempt_tools"]) || !isGiven(alias)) return
  if (Array.isArray(alias) && alias.every((name) => typeof name === "string")) return
  context.addIssue({ code: "custom", path: ["allow_repeated_tools"], message: "a list of tool names" })
}
