import { type CheckOutcome, readPrinted } from "../../evidence/check_outcome.ts"
import { type CheckCommand, readCommand } from "../../evidence/command/read_command.ts"
import { deniesNamedThing } from "../../evidence/denied_id.ts"
import { coerceText } from "../../evidence/outcome.ts"
import { isReportParser } from "../../evidence/parsers/errors.ts"
import type { OutputParser } from "../../evidence/parsers/parser.ts"
import { parseOutput, type ReadOutput } from "../../evidence/parsers/registry.ts"
import { firstPresent, readField } from "../../evidence/read_field.ts"
import { readToolOutput, textOf, type ToolOutputReading } from "../../evidence/tool_output.ts"
import type { ToolResult, ToolAnnotations } from "../../protocol/tool.ts"
import { callArguments, resolveAnnotations } from "../../stall/calls.ts"
import type { DetectorOptions } from "../../stall/detector.ts"
import type { CallPart, OutcomePart } from "./part.ts"

export interface ToolOutput {
  readonly tool_name: string
  readonly input: unknown
  readonly output: unknown
}

/** Whether an output means that the call failed; undefined leaves it to the default rules. A throw counts as undefined. */
export type IsFailure = (output: ToolOutput) => boolean | undefined

export interface ReadingOptions {
  readonly is_failure?: IsFailure | undefined
  readonly parsers?: readonly OutputParser[] | undefined
  readonly tools?: DetectorOptions["tools"]
  /** Whether the command of an undeclared call may make it a verification. */
  readonly infer_commands: boolean
}

/** Statuses of a call that has not ended, or never ran. */
const UNSETTLED: ReadonlySet<unknown> = new Set([
  "running",
  "pending",
  "in_progress",
  "queued",
  "skipped",
  "deferred",
])

/**
 * What became of a call, in the detector's terms. A thrown error is a failure. A check fails by its own report too, as
 * `readCheck` reads it. Any other output without a word on success fails if a parser finds failures in its text. Never
 * throws.
 */
export function toolResultOf(call: CallPart, outcome: OutcomePart, options: ReadingOptions): ToolResult {
  const identity = { tool_name: call.tool_name, call_id: call.id }
  const { output } = outcome
  if (call.invalid) return { ...identity, ok: false, status: "refused", error: coerceText(output) }
  const status = readField(output, "status")
  if (UNSETTLED.has(status)) return { ...identity, status: String(status), result: output }
  const command = commandOf(call.input)
  const { check, role } = readCommand(command)
  const said = readToolOutput(output, command === "" || role === "observation")
  const text = textOf(output) === undefined ? undefined : said.text
  const read = readText(text, command, check === null, options.parsers)
  const failed = outcome.failed || isFailure({ ...call, output }, { read, said, ask: options.is_failure })
  const is_seen =
    check?.exit_code_hidden !== true || (failed ? isReport(read) : "status" in read && read.status === "pass")
  const annotations =
    options.infer_commands && check !== null && is_seen ? inferRole(call, check, options.tools) : undefined
  return {
    ...kept(output),
    ...identity,
    ok: !failed,
    ...(outcome.failed ? thrown(output, text) : returned(output, text, failed)),
    ...exitOf(said),
    ...(annotations === undefined ? {} : { annotations }),
  }
}

type Read = CheckOutcome | Partial<ReadOutput>

function readText(
  text: string | undefined,
  command: string,
  is_plain: boolean,
  parsers: readonly OutputParser[] | undefined,
): Read {
  if (text === undefined) return {}
  if (is_plain) return parseOutput(text, command === "" ? undefined : command, parsers)
  return readPrinted(text, command, parsers)
}

function isReport({ parser }: Read): boolean {
  return parser !== undefined && isReportParser(parser)
}

function isFailure(
  { tool_name, input, output }: ToolOutput,
  {
    read,
    said,
    ask,
  }: { readonly read: Read; readonly said: ToolOutputReading; readonly ask: IsFailure | undefined },
): boolean {
  const decided = askHost({ tool_name, input, output }, ask)
  if (decided !== undefined) return decided
  if (said.failed !== true && "status" in read) return read.status === "fail"
  if (said.failed !== undefined) return said.failed
  if (deniesNamedThing(said.text, tool_name, input)) return true
  return isReport(read) && (read.parsed?.diagnostics.length ?? 0) > 0
}

function askHost(output: ToolOutput, ask: IsFailure | undefined): boolean | undefined {
  try {
    return ask?.(output)
  } catch {
    return undefined
  }
}

/** When a failure names its error, the rest of the object is not shown: it is data, not evidence. */
function returned(output: unknown, text: string | undefined, failed: boolean): Partial<ToolResult> {
  if (!failed) return text === undefined ? { result: output } : { output: text }
  const error = firstPresent(output, ["error", "message"])
  return {
    ...(error === undefined ? {} : { error }),
    ...(text === undefined ? (error === undefined ? { result: output } : {}) : { output: text }),
  }
}

/** A command runner's error repeats the output in its message: its first line is kept, the output stands beside it. */
function thrown(error: unknown, text: string | undefined): Partial<ToolResult> {
  const message = coerceText(error)
  if (text === undefined || text === message) return { error: message }
  return { error: message.split("\n", 1)[0] ?? "", output: text }
}

function exitOf({ exit_code, timed_out }: ToolOutputReading): Partial<ToolResult> {
  return { ...(exit_code === undefined ? {} : { exit_code }), ...(timed_out ? { timed_out } : {}) }
}

/** Fields that the detector reads and that a tool may return. */
const KEPT = [
  "diagnostics",
  "errors",
  "diagnostic",
  "error_count",
  "tests_run",
  "mutation_status",
  "file_hashes",
  "feeds_gates",
  "error_source",
]

function kept(output: unknown): Partial<ToolResult> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = readField(output, name)
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

const MAX_CHARACTERS = 512
const IN_SHELL = /^(?:\/bin\/)?(?:ba|z)?sh -l?c (?:"(.*)"|'(.*)'|(.*))$/s

/** The command line a call runs: `command`, `cmd` or `script`, as text or as a list, with `args`; "" if there is none. */
function commandOf(input: unknown): string {
  const given: unknown[] = [firstPresent(input, ["command", "cmd", "script"]), readField(input, "args")]
  const words = given.flat().filter((word) => typeof word === "string")
  const line = words.join(" ").trim().slice(0, MAX_CHARACTERS)
  const [, ...quoted] = IN_SHELL.exec(line) ?? []
  return quoted.find((text) => text !== undefined) ?? line
}

/**
 * The role of a call that declares none: verification if its command line runs a known check. A check whose exit code is
 * hidden counts only when its report shows how it ended. Undefined leaves it to the detector's own inference.
 */
function inferRole(
  call: CallPart,
  check: CheckCommand,
  tools: DetectorOptions["tools"],
): ToolAnnotations | undefined {
  const declared =
    tools !== undefined && Object.hasOwn(tools, call.tool_name) ? tools[call.tool_name] : undefined
  const annotations = resolveAnnotations(declared, callArguments({ arguments: call.input }))
  const is_open = annotations.evidence_role === undefined && (annotations.kind ?? "execute") === "execute"
  if (!is_open) return undefined
  return { ...annotations, evidence_role: "verification", check_id: annotations.check_id ?? check.check_id }
}
