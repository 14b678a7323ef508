import * as z from "zod"
import { repairDiagnosticsSchema, stallDiagnosticsSchema } from "./knob_schema.ts"
import type { PresetOptions } from "./preset_options.ts"
import { flag, functionOf, hostObject, integer, list, positiveNumber, record, text } from "./value_schema.ts"

const COMMAND_LINE = "a command line, or a list of a program and its arguments"

const verifyCommand = record({
  command: z.union([text(), list(text(), COMMAND_LINE).min(1, { error: COMMAND_LINE })], {
    error: COMMAND_LINE,
  }),
  timeout_ms: integer(1),
  cwd: text(),
  env: z.record(z.string(), text().nullish(), { error: "a record of variables" }),
  max_output_bytes: integer(1),
  check_id: text(),
})

const judge = {
  model: hostObject("a model"),
  instructions: text(),
  max_invocations: integer(0),
}

const cadence = record({
  when: z.enum(["always", "stalled"], { error: '"always" or "stalled"' }),
  every: integer(1),
  min_iterations_before_first: integer(0),
  max_invocations: integer(0),
})

const mode = z.enum(["fixed", "adaptive"], { error: '"fixed" or "adaptive"' })

const iterationBudget = record({
  mode,
  initial: integer(1),
  max: integer(1),
  extend_by: integer(0),
}).refine(({ initial, max }) => initial == null || max == null || initial <= max, {
  path: ["initial"],
  error: "at most max",
})

/**
 * One layer of loop options: every option of AgentLoopOptions except the model and the tools. Each may be missing or
 * null, and a record may be partial. createAgentLoop checks options against each other, after the merge.
 */
export const optionsSchema = record({
  model: broughtByHost(),
  tools: broughtByHost(),
  tool_annotations: broughtByHost(),
  parsers: broughtByHost(),
  system_prompt: text(),
  stall_diagnostics: stallDiagnosticsSchema,
  workspace_root: text(),
  checks: list(text("a command line"), "a list of command lines"),
  declared_dependencies: list(text("a package name"), "a list of package names"),
  accepted_removals: list(text("the id of a test"), "a list of ids of tests"),
  product: list(text("a glob"), "a list of globs"),
  loop_until_done: flag(),
  done_sentinel: text("a string, or null for none"),
  max_nudges: integer(0),
  require_successful_tools: list(text("the name of a tool"), "a list of tool names"),
  stop_after_successful_tools: list(text("the name of a tool"), "a list of tool names"),
  max_iterations: integer(1),
  iteration_budget: z.union([iterationBudget, mode], { error: 'a record, "fixed" or "adaptive"' }),
  loop_control: functionOf(),
  token_budget: integer(1),
  total_cost_usd: positiveNumber(),
  wall_clock_ms: integer(1),
  model_timeout_ms: integer(1),
  transport_retry: record({
    max_attempts: integer(1),
    base_delay_ms: integer(0),
    max_delay_ms: integer(0),
  }),
  consecutive_failures: record({
    max: integer(1),
    kinds: list(text("a kind of model error"), "a list of kinds of model errors"),
    paused_for_ms: integer(0),
  }),
  verify_completion: z.union([verifyCommand, functionOf()], { error: "a command record or a function" }),
  examine_proof: functionOf(),
  verify_completion_judge: z.union([record(judge), flag()], { error: "a record or a boolean" }),
  done_judge: z.union([record({ ...judge, cadence }), flag()], { error: "a record, a boolean or null" }),
  max_verify_attempts: integer(0),
  max_verify_unable: integer(1),
  verify_timeout_ms: integer(1),
  callback_timeout_ms: integer(1),
  keep_processes: flag(),
  post_turn_callback: functionOf(),
  terminal_callback: functionOf(),
  final_wrapup: flag(),
  max_concurrent_tools: integer(1),
  tool_timeout_ms: integer(1),
  event_content: flag(),
  trace: text("the path of a file"),
  event_buffer: integer(1),
  redact: functionOf(),
  clock: hostObject("a clock with now() and sleep(ms, signal)", ["now", "sleep"]),
  step: functionOf(),
} satisfies Record<keyof PresetOptions | "model" | "tools" | "tool_annotations" | "parsers", z.ZodType>)

function broughtByHost(): z.ZodType {
  return z.undefined({ error: "no value here: give it to createAgentLoop beside the preset" })
}

const EXPECTED_NAME = "a name of up to 64 letters, digits and _ . / -"

/** What any preset has; checked first, since every other message names the preset. */
export const presetNameSchema = z.looseObject(
  { name: text(EXPECTED_NAME).regex(/^[A-Za-z0-9][A-Za-z0-9_./-]{0,63}$/, { error: EXPECTED_NAME }) },
  { error: "a preset: { name, description, options }" },
)

/** A preset's own fields; its `options` are checked apart, so that errors name `preset "x".max_nudges`. */
export const presetSchema = z.strictObject({
  name: text(),
  description: text(),
  extends: text("the name of a preset").optional(),
  options: hostObject("a record of loop options"),
  repair_diagnostics: repairDiagnosticsSchema,
  left_out: z.record(z.string(), text("a reason"), { error: "a record of reasons" }).optional(),
})
