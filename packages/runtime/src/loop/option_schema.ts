import { InvalidOptionError } from "@proofloop/foundation/errors"
import * as z from "zod"
import { MODEL_ERROR_KINDS } from "../errors/model_error.ts"
import { isOutputParser } from "../evidence/parsers/host_parser.ts"
import { parseOptions } from "../models/option_schema.ts"
import type { AgentLoopOptions, Journal, ResumeOptions, RunOptions } from "./options.ts"

const count = z
  .int({ error: "a whole number of at least 0" })
  .min(0, "a whole number of at least 0")
  .optional()
const positive = z
  .int({ error: "a whole number of at least 1" })
  .min(1, "a whole number of at least 1")
  .optional()
const amount = z.number({ error: "a number above 0" }).gt(0, "a number above 0").optional()
const TIME = "a whole number of milliseconds from 1 to 2147483647"
const SPAN = `${TIME}, or null for none`
/** Longer ones would fire at once. */
const span = z
  .int({ error: SPAN })
  .min(1, SPAN)
  .max(2 ** 31 - 1, SPAN)
  .nullish()
/** For a port that refuses longer values itself, but only when it is used. */
const time = z
  .int({ error: TIME })
  .min(1, TIME)
  .max(2 ** 31 - 1, TIME)
  .optional()
const flag = z.boolean({ error: "a boolean" }).optional()
const text = z.string({ error: "a string" }).optional()
const names = z.array(z.string(), { error: "a list of tool names" }).optional()
const callback = z.custom<unknown>((value) => typeof value === "function", "a function").optional()
const anything = z.unknown().optional()

const judge = { model: anything, instructions: text, max_invocations: count }
const judgeOptions = z.strictObject(judge, { error: "a boolean, or a record of judge options" })
const doneJudgeOptions = z.strictObject(
  {
    ...judge,
    cadence: z
      .strictObject({
        when: z.enum(["always", "stalled"], { error: '"always" or "stalled"' }).optional(),
        every: positive,
        min_iterations_before_first: count,
        max_invocations: count,
      })
      .optional(),
  },
  { error: "a boolean, null, or a record of judge options" },
)

const verifyCommandSchema = z.strictObject(
  {
    command: z.union([z.string().min(1), z.array(z.string()).min(1)], {
      error: "a command line, or a program and its arguments",
    }),
    timeout_ms: time,
    cwd: text,
    env: z.record(z.string(), z.string()).optional(),
    max_output_bytes: positive,
    check_id: text,
  },
  {
    error: ({ code }) =>
      code === "invalid_type" ? 'a function, or { command: "npm test", timeout_ms: 60_000 }' : undefined,
  },
)

const schema = z.strictObject({
  model: anything,
  tools: z
    .custom<unknown>(
      (value) => typeof value === "object" && value !== null,
      "a list of tools, or tools by name",
    )
    .optional(),
  tool_annotations: z
    .record(z.string(), z.unknown(), { error: "a record of annotations by the names of tools" })
    .optional(),
  parsers: z
    .array(z.custom<unknown>(isOutputParser, "a parser with name, recognises and parse"), {
      error: "a list of parsers",
    })
    .optional(),
  system_prompt: text,
  stall_diagnostics: anything,
  workspace_root: text,
  checks: z.array(z.string(), { error: "a list of commands" }).optional(),
  declared_dependencies: z.array(z.string(), { error: "a list of package names" }).optional(),
  accepted_removals: z.array(z.string(), { error: "a list of ids of tests" }).optional(),
  loop_until_done: flag,
  done_sentinel: z.string({ error: "a string, or null for none" }).nullish(),
  max_nudges: count,
  require_successful_tools: names,
  stop_after_successful_tools: names,
  max_iterations: positive,
  iteration_budget: anything,
  loop_control: callback,
  token_budget: positive,
  total_cost_usd: amount,
  wall_clock_ms: positive,
  model_timeout_ms: span,
  transport_retry: z
    .strictObject(
      { max_attempts: positive, base_delay_ms: count, max_delay_ms: count },
      { error: "a record" },
    )
    .optional(),
  consecutive_failures: z
    .strictObject({
      max: z.int({ error: "a whole number of at least 1" }).min(1, "a whole number of at least 1"),
      kinds: z.array(z.enum(MODEL_ERROR_KINDS)).min(1, "at least one kind").optional(),
      paused_for_ms: count,
    })
    .optional(),
  verify_completion: anything,
  examine_proof: callback,
  product: z.array(z.string(), { error: "a list of globs" }).optional(),
  verify_completion_judge: anything,
  done_judge: anything,
  max_verify_attempts: count,
  max_verify_unable: positive,
  verify_timeout_ms: span,
  callback_timeout_ms: span,
  keep_processes: flag,
  post_turn_callback: callback,
  terminal_callback: callback,
  final_wrapup: flag,
  max_concurrent_tools: positive,
  tool_timeout_ms: positive,
  event_content: flag,
  trace: text,
  event_buffer: positive,
  redact: callback,
  clock: z.custom<unknown>((value) => isClock(value), "a clock with now() and sleep(ms, signal)").optional(),
  step: callback,
})

const budgetSchema = z.strictObject({
  mode: z.enum(["fixed", "adaptive"], { error: '"fixed" or "adaptive"' }).optional(),
  initial: positive,
  max: positive,
  extend_by: count,
})

/** Checks plain option shapes; throws InvalidOptionError naming `createAgentLoop.<option>`, with a near miss if there is one. */
export function checkLoopOptions(options: AgentLoopOptions): void {
  parseOptions("createAgentLoop", schema, options)
  const { iteration_budget, verify_completion, verify_completion_judge, done_judge } = options
  if (typeof iteration_budget === "object") {
    parseOptions("createAgentLoop.iteration_budget", budgetSchema, iteration_budget)
  } else if (iteration_budget !== undefined) {
    const modes = z.enum(["fixed", "adaptive"], { error: '"fixed", "adaptive" or a record' })
    parseOptions("createAgentLoop.iteration_budget", modes, iteration_budget)
  }
  if (verify_completion !== undefined && typeof verify_completion !== "function") {
    parseOptions("createAgentLoop.verify_completion", verifyCommandSchema, verify_completion)
  }
  if (verify_completion_judge !== undefined && typeof verify_completion_judge !== "boolean") {
    parseOptions("createAgentLoop.verify_completion_judge", judgeOptions, verify_completion_judge)
  }
  if (done_judge !== undefined && done_judge !== null && typeof done_judge !== "boolean") {
    parseOptions("createAgentLoop.done_judge", doneJudgeOptions, done_judge)
  }
}

const signal = z.custom<AbortSignal>((value) => value instanceof AbortSignal, "an AbortSignal").optional()

const runOptions = z.strictObject(
  {
    run_id: z.string({ error: "a string" }).min(1, "a string that is not empty").optional(),
    signal,
    journal: z
      .custom<Journal>(
        (value) => isJournal(value),
        'a file\'s path, { file, durability: "write" or "fsync" }, or a store with name, read, append and close',
      )
      .optional(),
    note: z.json({ error: "plain JSON" }).optional(),
  },
  { error: "a record of run options" },
)

const HASH = "a head_sha256: 64 hexadecimal digits in lower case"
const headHash = z
  .string({ error: HASH })
  .regex(/^[0-9a-f]{64}$/, HASH)
  .optional()
const resumeOptions = z.strictObject(
  { signal, expected_head: headHash },
  { error: "a record of resume options" },
)

/** Checks what a run is started with; throws InvalidOptionError naming `run.<option>`. */
export function checkRunOptions(options: unknown): RunOptions {
  return options === undefined || options === null ? {} : parseOptions<RunOptions>("run", runOptions, options)
}

/** Checks what a run is resumed with; throws InvalidOptionError naming `resume.<option>`. */
export function checkResumeOptions(journal: unknown, options: unknown): ResumeOptions {
  if (!isJournal(journal)) {
    const expected = "the journal of a run: a file's path, { file, durability }, or a store"
    throw new InvalidOptionError({ option: "resume.journal", expected, got: journal })
  }
  if (options === undefined || options === null) return {}
  return parseOptions<ResumeOptions>("resume", resumeOptions, options)
}

function isJournal(value: unknown): value is Journal {
  if (typeof value === "string") return value !== ""
  if (typeof value !== "object" || value === null) return false
  const methods = ["read", "append", "close"].map((name): unknown => Reflect.get(value, name))
  return methods.some((method) => method !== undefined)
    ? methods.every((method) => typeof method === "function")
    : journalFile.safeParse(value).success
}

const journalFile = z.strictObject({
  file: z.string().min(1),
  durability: z.enum(["write", "fsync"]).optional(),
})

function isClock(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "now" in value &&
    typeof value.now === "function" &&
    "sleep" in value &&
    typeof value.sleep === "function"
  )
}
