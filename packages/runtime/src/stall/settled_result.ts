import { sha256Hex } from "@proofloop/foundation/text"
import { declaredCheck } from "../evidence/command/declared_check.ts"
import { exitTold } from "../evidence/command/echoed_exit.ts"
import { normaliseCommand } from "../evidence/command/normalise_command.ts"
import { type CommandReading, readCommand, readGivenCheck } from "../evidence/command/read_command.ts"
import { contradiction } from "../evidence/contradiction.ts"
import { diagnose } from "../evidence/diagnose.ts"
import { outputText, resultText } from "../evidence/evidence_text.ts"
import {
  failureText,
  feedsGates,
  isContextWindowText,
  isOk,
  isRunning,
  isUnsettled,
  saysRunning,
} from "../evidence/outcome.ts"
import { readField } from "../evidence/read_field.ts"
import { replayedLine } from "../evidence/replayed.ts"
import { saysNothing } from "../evidence/says_nothing.ts"
import { okSignature, signatureOf } from "../evidence/signature.ts"
import { readToolOutput } from "../evidence/tool_output.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { isBisectStep } from "./bisect.ts"
import { boundedText, isEditTool } from "./calls.ts"
import { commandForm } from "./command_form.ts"
import type { CoreConfig } from "./core_knobs.ts"
import { didNothing } from "./did_nothing.ts"
import { editReason } from "./edit_reason.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { fileHashes } from "./file_hashes.ts"
import { causeOf } from "./lack.ts"
import { lookKey } from "./look.ts"
import { isReport, OBSERVATION_KINDS, roleOf, type SettledRole } from "./settled_role.ts"
import { mayWriteByLevel, writesByLevel } from "./side_effects.ts"
import {
  type Changes,
  type Evidence,
  type ObservedResult,
  type OutcomeKind,
  type LackSeen,
  NO_CHANGES,
  type ProposedCall,
  type Reason,
} from "./state.ts"
import { toEvidence } from "./to_evidence.ts"
import type { Baseline } from "./work.ts"

/** One result, read once: what the core step, the fold, the patterns and the proof each need of it. */
export interface SettledResult extends ReadResult {
  /** Write epoch of the work at which its evidence was observed. */
  readonly write_epoch: number
}

interface ReadResult {
  readonly call: ProposedCall
  readonly observation: ObservedResult
  readonly ok: boolean
  /** For a failed call: whether it says why. */
  readonly failure: "told" | "silent" | null
  /**
   * Wrote to the workspace, by its mutation status. Without one: an ok result of an edit tool, or, inferred, of a
   * command that writes.
   * @requirement repair.edit
   */
  readonly wrote: boolean
  /** Nothing shows whether it wrote. */
  readonly may_have_written: boolean
  readonly is_edit: boolean
  /** For a failed edit: why, as far as it says; the key leaves out what it quotes of the edit. */
  readonly rejection: Reason | null
  /** A command that is not a check and does more than look. */
  readonly ran_freely: boolean
  /** For a command that was read: what it runs, and whether it printed anything. */
  readonly ran: RanCommand | null
  /** For a look that succeeded: what was asked and shown, however it is spelled. */
  readonly look: string | null
  /** Nothing of it was run. */
  readonly did_nothing: boolean
  /** Git checked out other sources to look for the commit to blame. */
  readonly is_bisect_step: boolean
  /** For a call that failed for a reason outside the code: which reason. */
  readonly lack: LackSeen | null
  readonly role: SettledRole
  readonly evidence: Evidence | null
  /** Of a call that is no known check: its result as evidence, in case it is one. */
  readonly suspicion: Evidence | null
  readonly exit_code: number | null
  /** Digest of what it printed; null unless it passed as a verification. */
  readonly output_sha256: string | null
  /** The line which says that the output is that of an earlier run. */
  readonly replayed: string | undefined
  readonly file_hashes: readonly (readonly [path: string, hash: string])[]
}

/** Shorter answers ("OK", "3") are given to different questions. */
const LONG = 40

interface RanCommand {
  /** Its program and task, when it may build or check something; null for a look or a change. */
  readonly program: string | null
  /** The project's own script that it runs. */
  readonly script: string | null
  readonly is_silent: boolean
  /** It printed more than a word or number. */
  readonly is_long: boolean
  /** Digests of the command, and of the command without numbers and files, which a sweep shares. */
  readonly command: string
  readonly form: string
}

/** Reads one result. The failure evidence is computed here, once. */
export function readResult(
  told: ToolResult,
  {
    call,
    config,
    context,
    baseline = () => undefined,
    changes = NO_CHANGES,
  }: {
    readonly call: ProposedCall
    readonly config: CoreConfig
    readonly context: EvidenceContext
    readonly baseline?: BaselineOf | undefined
    /** What had been changed before the call. */
    readonly changes?: Changes | undefined
  },
): ReadResult {
  const infers = config.repair_aware && config.undeclared_role === "infer"
  const is_edit = isEditTool(call) || (infers && writesByLevel(call))
  const mayInfer = infers && call.evidence_role === ""
  const { reading, given } = withEchoedExit(
    // A patch is no command line, whatever its argument is called.
    infers && call.command !== "" && call.kind !== "edit"
      ? readCommand(call.command, context.workspace_root)
      : null,
    told,
  )
  const check_id = checkIdOf(call, mayInfer ? reading : null, context)
  const result = mayInfer && isOk(given) ? withOwnOutcome(given, { call, reading, context }) : given
  const ok = isOk(result)
  const failing = !ok && !isUnsettled(result)
  const may_verify =
    call.evidence_role === "verification" || (config.repair_aware && call.evidence_role === "")
  const needs_diagnosis = failing || (may_verify && !isUnsettled(result))
  const diagnosis = needs_diagnosis
    ? diagnose(result, { ...context, check_id, command: call.command || undefined })
    : null
  const signature = failing && diagnosis ? signatureOf(diagnosis, context) : null
  const overflow = failing && isContextWindow(result, config)
  const kind = outcomeKind(result, ok, overflow)
  const key = overflow ? "ctx" : (signature?.signature ?? okSignature(result))
  const rejected = is_edit && !ok && readField(result, "mutation_status") === "not_applied"
  const is_told = result !== given
  const role = roleOf(call, {
    is_edit,
    ok,
    is_told,
    rejected,
    infer: mayInfer,
    reading,
    diagnosis,
    config,
    context,
  })
  // An edit tool that only prints its usage did nothing, whatever status it reports.
  const is_refused = infers && is_edit && ok && didNotUnderstand(result)
  const writes = (is_edit && !is_refused) || (reading?.writes === true && isOpenCommand(call))
  // In `sed -i ... && pytest`, a report of the tests shows that the command before them ran.
  const went_through = ok || (!is_edit && role === "verification" && isReport(diagnosis))
  const settles = !isUnsettled(result) && (ok || feedsGates(result))
  const counts = role !== "none" && settles
  const wrote = didWrite(result, writes && went_through)
  const may_wait =
    infers &&
    !is_edit &&
    role !== "verification" &&
    (reading === null || reading.role === null || reading.polling)
  const goesOn = may_wait && saysRunning(resultText(result), call.names_process)
  const exit_code = exitCode(result)
  const proves = counts && ok && role === "verification"
  const evidence_id = role === "reported" && call.command !== "" ? effectId(call, reading) : check_id
  const failure = failing && diagnosis ? (saysNothing(diagnosis) ? "silent" : "told") : null
  const did_nothing = !ok && didNothing(result, call.command)
  const may_check =
    mayInfer &&
    role === "none" &&
    settles &&
    !(is_edit || did_nothing || overflow || config.exempt_tools.includes(call.tool_name)) &&
    mayCheck(call, reading, failure === "silent")
  const asEvidence = (id: string, guessed: boolean): Evidence =>
    toEvidence(id, {
      ok,
      key,
      diagnosis,
      signature: overflow ? null : signature,
      against: ok ? contradiction(result) : "",
      baseline: guessed ? undefined : baseline(id, role === "verification"),
      accepted: context.accepted_removals,
      output: ok ? resultText(result) : "",
      is_cut: reading?.check?.shown !== undefined,
      guessed,
      seen_at: changes,
    })
  return {
    call,
    observation: {
      tool_name: call.tool_name,
      action: call.action,
      kind,
      key,
      running: isRunning(result) || goesOn,
      evidence: role !== "none",
    },
    ok,
    failure,
    wrote,
    may_have_written: !wrote && mayHaveWritten(result, call, role),
    is_edit,
    rejection: is_edit && (!ok || is_refused) ? editReason(rejectionText(result, ok), key) : null,
    role,
    ran_freely: call.kind === "execute" && role !== "verification" && reading?.role !== "observation",
    ran: reading === null ? null : ranCommand(reading, call.command, result),
    look: infers && ok && role === "none" ? lookKey(call, reading, resultText(result)) : null,
    did_nothing,
    is_bisect_step: infers && isBisectStep(call.command, resultText(result)),
    lack: failing && diagnosis?.kind === "environment" ? lackIn(diagnosis.snippet, evidence_id) : null,
    evidence: counts ? asEvidence(evidence_id, false) : null,
    suspicion: may_check ? asEvidence(effectId(call, reading), true) : null,
    exit_code,
    output_sha256: proves ? sha256Hex(resultText(result)) : null,
    replayed: proves ? replayedLine(resultText(result)) : undefined,
    file_hashes: fileHashes(result),
  }
}

/** A check whose exit code is hidden, and printed by its own line, is one whose exit code is seen. */
function withEchoedExit(
  reading: CommandReading | null,
  given: ToolResult,
): { readonly reading: CommandReading | null; readonly given: ToolResult } {
  const { check } = reading ?? {}
  if (reading === null || check?.echoed === undefined || isUnsettled(given)) return { reading, given }
  const exit_code = exitTold(isOk(given) ? resultText(given) : failureText(given), check.echoed)
  if (exit_code === undefined) return { reading, given }
  const seen = { ...reading, check: { ...check, exit_code_hidden: false } }
  return { reading: seen, given: { ...given, ok: exit_code === 0, exit_code } }
}

/**
 * An ok result may say itself that it failed. A check says so by its report, whatever its exit code. Any tool that shows
 * no files says so by lines around its output, where no exit code is recorded.
 * @requirement loop.proof.contradicted
 */
function withOwnOutcome(
  result: ToolResult,
  {
    call: { command, kind, mutates },
    reading,
    context,
  }: {
    readonly call: ProposedCall
    readonly reading: CommandReading | null
    readonly context: EvidenceContext
  },
): ToolResult {
  // Of a program that nobody knows, a report counts where the exit code is another one's: `zap run | cat`.
  const is_masked = reading?.role === null && readGivenCheck(command) !== null
  const is_check = is_masked || (reading !== null && reading.check !== null)
  if (is_check && diagnose(result, { ...context, check_id: "", command }).count > 0)
    return { ...result, ok: false }
  if (exitCode(result) !== null || OBSERVATION_KINDS.has(kind) || isEditTool({ kind, mutates })) return result
  const looks = reading === null || reading.role === "observation"
  const { failed, exit_code, timed_out } = readToolOutput(outputText(result), looks)
  if (failed !== true) return result
  return { ...result, ok: false, timed_out, ...(exit_code === undefined ? {} : { exit_code }) }
}

function lackIn(snippet: string, check_id: string): LackSeen {
  return { cause: causeOf({ snippet, check_id }), snippet, check_id }
}

/** Whether the failure model sees the result: with `repair_aware` an undeclared one as well. */
export function isEvidence({ role }: SettledResult, config: CoreConfig): boolean {
  return role === "verification" || role === "reported" || (role === "undeclared" && config.repair_aware)
}

/** The declared check; of a command whose role is inferred, the check it runs; else the one default slot. */
function checkIdOf(call: ProposedCall, reading: CommandReading | null, context: EvidenceContext): string {
  if (call.check_id !== "") return call.check_id
  if (reading === null || isEditTool(call)) return "default"
  const declared = declaredCheck(call.command, context.checks, context.workspace_root)
  return boundedText(declared) || boundedText(reading.check?.check_id) || "default"
}

/** The identity of a call without a known check: what its command does, else the tool. */
function effectId({ command, tool_name }: ProposedCall, reading: CommandReading | null): string {
  return boundedText(reading === null ? tool_name : (reading.does ?? normaliseCommand(command)))
}

/** Whether a call without a known check may be one in effect: it does more than look. */
function mayCheck(
  { kind, soft, read_only, side_effects, tool_name }: ProposedCall,
  reading: CommandReading | null,
  is_silent: boolean,
): boolean {
  if (soft || read_only || side_effects === "none" || OBSERVATION_KINDS.has(kind)) return false
  // Two silent failures of a tool need not be about the same thing.
  if (reading === null) return tool_name !== "" && !is_silent
  return reading.role !== "observation" && !reading.polling
}

/** Whether a call's command decides if it writes, because its annotations are silent. */
function isOpenCommand({ kind, mutates, evidence_role }: ProposedCall): boolean {
  return mutates === null && (kind === "" || kind === "execute") && evidence_role !== "observation"
}

function ranCommand(reading: CommandReading, command: string, result: ToolResult): RanCommand {
  const text = resultText(result).trim()
  const is_open = (reading.role === null || reading.role === "verification") && !reading.polling
  return {
    program: is_open && reading.does !== null ? boundedText(reading.does) : null,
    script: reading.polling || reading.runs === null ? null : boundedText(reading.runs),
    is_silent: text === "",
    is_long: text.length >= LONG,
    command: sha256Hex(command),
    form: sha256Hex(commandForm(command)),
  }
}

function didNotUnderstand(result: ToolResult): boolean {
  return readField(result, "mutation_status") === undefined && /^\s{0,16}usage:/i.test(resultText(result))
}

function rejectionText(result: ToolResult, ok: boolean): string {
  return ok ? resultText(result) : failureText(result)
}

function didWrite(result: ToolResult, wrote: boolean): boolean {
  const status = readField(result, "mutation_status")
  if (status === "applied") return true
  if (status === "not_applied" || status === "unchanged") return false
  return wrote && !isUnsettled(result)
}

/**
 * Whether a call without a known write may have written. It declared nothing, was interrupted, is an edit that failed or
 * has not ended, or ran a command whose effect on files is unknown.
 */
function mayHaveWritten(result: ToolResult, call: ProposedCall, role: SettledRole): boolean {
  const mutation = readField(result, "mutation_status") ?? null
  if (mutation !== null && mutation !== "unknown") return false
  if (!call.declared) return true
  if (call.read_only) return false
  if (readField(result, "status") === "interrupted" || readField(result, "timed_out") === true) return true
  if (isEditTool(call)) return mutation === "unknown" || isRunning(result)
  return (call.kind === "execute" || mayWriteByLevel(call)) && role !== "verification"
}

function outcomeKind(result: ToolResult, ok: boolean, overflow: boolean): OutcomeKind {
  // A result still running is a poll: its text decides whether anything changed.
  if (ok || isRunning(result)) return "ok"
  if (overflow) return "context_window"
  return feedsGates(result) ? "error" : "advisory"
}

function isContextWindow(result: ToolResult, config: CoreConfig): boolean {
  if (config.context_window_from === "model_errors" && readField(result, "error_source") !== "model")
    return false
  return isContextWindowText(failureText(result))
}

/** What a check's pass has to show. A pass that `proves` something is compared only with failures that prove. */
export type BaselineOf = (check_id: string, proves: boolean) => Baseline | undefined

function exitCode(result: ToolResult): number | null {
  const code = readField(result, "exit_code")
  return typeof code === "number" ? code : null
}
