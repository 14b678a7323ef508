import { declaredCheck } from "../evidence/command/declared_check.ts"
import type { CommandReading } from "../evidence/command/read_command.ts"
import type { Diagnosis } from "../evidence/diagnose.ts"
import { isReportParser } from "../evidence/parsers/errors.ts"
import type { CoreConfig } from "./core_knobs.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import type { ProposedCall } from "./state.ts"

/** "reported": an unknown command or tool that printed the report of a known tool; evidence, but no proof. */
export type SettledRole = "verification" | "reported" | "undeclared" | "none"

/** Kinds of tools that only look. */
export const OBSERVATION_KINDS: ReadonlySet<string> = new Set([
  "read",
  "search",
  "fetch",
  "think",
  "inspect",
  "list",
])
export const VERIFICATION_KINDS: ReadonlySet<string> = new Set([
  "test",
  "check",
  "verify",
  "verification",
  "verify_completion",
])

/** What a result is evidence of, as declared or inferred. */
export function roleOf(
  call: ProposedCall,
  {
    is_edit,
    ok,
    is_told,
    rejected,
    infer,
    reading,
    diagnosis,
    config,
    context,
  }: {
    readonly is_edit: boolean
    readonly ok: boolean
    /** Its own report made a failure of an ok result. */
    readonly is_told: boolean
    readonly rejected: boolean
    readonly infer: boolean
    readonly reading: CommandReading | null
    readonly diagnosis: Diagnosis | null
    readonly config: CoreConfig
    readonly context: EvidenceContext
  },
): SettledRole {
  const rejects = config.repair_aware && config.failed_edit === "edit_rejected"
  // In an edit that also checks, nothing was checked.
  if (rejected && rejects) return "none"
  if (call.evidence_role === "verification") return "verification"
  if (call.evidence_role === "observation") return "none"
  if (is_edit && !ok) return rejects ? "none" : "undeclared"
  if (!infer) return "undeclared"
  if (is_edit || OBSERVATION_KINDS.has(call.kind)) return "none"
  if (VERIFICATION_KINDS.has(call.kind)) return "verification"
  if (reading === null && call.side_effects === "none") return "none"
  if (reading !== null) {
    const fails = !ok && (is_told || isReport(diagnosis))
    if (commandVerifies(call.command, { reading, ok, fails, context })) return "verification"
    return reading.role === null && context.checks.length === 0 && showsReport(diagnosis)
      ? "reported"
      : "none"
  }
  // A command that reads a file can show a report that somebody wrote into it.
  return diagnosis !== null && diagnosis.parser !== "lines" && diagnosis.tests_run !== null
    ? "reported"
    : "none"
}

/**
 * A command is a check if the host lists it. Where nothing is listed, it is one if it runs a known check whose
 * outcome is visible.
 */
function commandVerifies(
  command: string,
  {
    reading: { check },
    ok,
    fails,
    context,
  }: {
    readonly reading: CommandReading
    readonly ok: boolean
    /** A report says that it failed. */
    readonly fails: boolean
    readonly context: EvidenceContext
  },
): boolean {
  if (context.checks.length > 0)
    return declaredCheck(command, context.checks, context.workspace_root) !== undefined
  if (check === null) return false
  // `npm test | tail` exits as tail does, so of such a check only a reported failure can be believed.
  return !check.exit_code_hidden || fails || (!ok && check.is_wrapped === true)
}

/** Whether a parser that knows a tool's report read it. */
export function isReport(diagnosis: Diagnosis | null): diagnosis is Diagnosis {
  return diagnosis !== null && isReportParser(diagnosis.parser)
}

/** Tests that ran, or failures that were found, in the words of a known tool. */
function showsReport(diagnosis: Diagnosis | null): boolean {
  return isReport(diagnosis) && (diagnosis.tests_run !== null || diagnosis.count > 0)
}
