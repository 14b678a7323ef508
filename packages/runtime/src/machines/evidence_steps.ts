import { sha256Hex } from "@proofloop/foundation/text"
import {
  provedAfter,
  type ProofLedger,
  recordAccept,
  recordFailure,
  recordLaterWrite,
  recordPass,
  recordUnknown,
  recordWrite,
  weaknessOf,
} from "../evidence/ledger.ts"
import type { ToolResult } from "../protocol/tool.ts"
import type { VerdictSource } from "../protocol/verdict.ts"
import type { SettledResult } from "../stall/settled_result.ts"
import type { Evidence } from "../stall/state.ts"
import { resultText } from "./messages.ts"
import type { RunState, StageOutcome } from "./run_state.ts"
import type { Emit } from "./settings.ts"

/**
 * The ledger after a turn's results, in call order: a call's write first, then what it says as a declared or inferred
 * verification. Here, other than in the failure model, an edit after a check of the same turn counts as one after it.
 */
export function ledgerAfterResults(
  run: RunState,
  {
    readings,
    outcome: { results, workspace_sha256 },
    emit,
  }: {
    readonly readings: readonly SettledResult[]
    readonly outcome: {
      readonly results: readonly ToolResult[]
      readonly workspace_sha256?: string | undefined
    }
    readonly emit: Emit
  },
): ProofLedger {
  let { ledger } = run
  let wrote = false
  readings.forEach((reading, index) => {
    const { evidence } = reading
    if (reading.wrote) {
      ledger = wrote ? recordLaterWrite(ledger) : recordWrite(ledger)
      wrote = true
    } else if (mayHaveWritten(reading, results[index] ?? {})) {
      ledger = recordUnknown(ledger)
    }
    if (reading.role !== "verification" || evidence === null) return
    const seen = workspace_sha256 === undefined ? {} : { workspace_sha256 }
    const proof = { ...toolProof(run, reading, results[index] ?? {}), ...seen }
    ledger = recordEvidence(ledger, { evidence, source: "tool_result", emit }, (before) =>
      recordPass(before, proof),
    )
  })
  return ledger
}

/**
 * Whether a call without a known write may have written: it declares nothing, was cut off under way, or ran a command whose
 * effect on files is unknown.
 */
function mayHaveWritten({ call, role }: SettledResult, result: ToolResult): boolean {
  if (result.mutation_status !== undefined) return false
  if (!call.declared) return true
  if (result.annotations?.read_only === true) return false
  if (result.status === "interrupted" || result.timed_out === true) return true
  return call.kind === "execute" && role !== "verification"
}

interface Recording {
  readonly evidence: Evidence
  readonly source: VerdictSource
  readonly emit: Emit
}

/** Tells the evidence and records it: a failure stands against the work, a pass that is not weak does what `passed` says. */
function recordEvidence(
  ledger: ProofLedger,
  { evidence, source, emit }: Recording,
  passed: (ledger: ProofLedger) => ProofLedger,
): ProofLedger {
  const { check_id, tests_run } = evidence
  const judged = source === "judge"
  const known = ledger.failing.find((entry) => entry.check_id === check_id)
  const is_pass = evidence.class === "pass"
  const weakness = is_pass && !judged ? weaknessOf(known, evidence) : ""
  const weak = weakness !== ""
  emit({
    type: "evidence",
    source,
    check_id,
    class: evidence.class,
    weak,
    ...(weak ? { weakness } : {}),
    signature: evidence.signature,
    snippet: evidence.snippet,
    ...(tests_run === null ? {} : { tests_run }),
    write_epoch: ledger.write_epoch,
  })
  if (is_pass) {
    if (weak) return { ...ledger, weakness }
    const after = passed(ledger)
    const { proof } = after
    if (proof === null || proof === ledger.proof) return after
    return { ...after, proof: { ...proof, ...provedAfter(known, ledger) } }
  }
  // What a judge says is no evidence.
  return judged ? ledger : recordFailure(ledger, evidence)
}

/**
 * The ledger after a verifier's verdict. A judge's accept is no proof and clears nothing; the pass of a check `beside` the
 * verdict that counts clears its own failure and proves nothing.
 */
export function ledgerAfterVerdict(
  run: RunState,
  {
    outcome,
    evidence: read,
    beside = false,
    emit,
  }: {
    readonly outcome: StageOutcome
    readonly evidence: Evidence | null
    readonly beside?: boolean
    readonly emit: Emit
  },
): ProofLedger {
  const { verdict, source, stage } = outcome
  if (verdict.status === "unable" || read === null) return run.ledger
  const evidence = { ...read, check_id: verdict.check_id ?? stage }
  return recordEvidence(run.ledger, { evidence, source, emit }, (ledger) => {
    const { check_id } = evidence
    if (beside) {
      return source === "judge"
        ? ledger
        : { ...ledger, failing: ledger.failing.filter((entry) => entry.check_id !== check_id) }
    }
    const proof = {
      source,
      check_id,
      ...(outcome.command === undefined ? {} : { command: outcome.command }),
      ...(verdict.exit_code === undefined ? {} : { exit_code: verdict.exit_code }),
      ...(evidence.tests_run === null ? {} : { tests_run: evidence.tests_run }),
      output_sha256: sha256Hex(verdict.output ?? ""),
      ...(outcome.workspace_sha256 === undefined ? {} : { workspace_sha256: outcome.workspace_sha256 }),
      turn: run.budgets.iteration,
    }
    if (source !== "judge") return recordAccept(ledger, proof)
    const standing = ledger.proof !== null && ledger.proof.write_epoch === ledger.write_epoch
    return standing ? ledger : { ...ledger, proof: { ...proof, write_epoch: ledger.write_epoch } }
  })
}

function toolProof(
  run: RunState,
  reading: SettledResult,
  result: ToolResult,
): Parameters<typeof recordPass>[1] {
  const { evidence, call } = reading
  return {
    source: "tool_result",
    check_id: evidence?.check_id ?? "default",
    ...(call.command === "" ? {} : { command: call.command }),
    ...(result.exit_code === undefined ? {} : { exit_code: result.exit_code }),
    ...(evidence?.tests_run === null || evidence === null ? {} : { tests_run: evidence.tests_run }),
    output_sha256: sha256Hex(resultText(result)),
    turn: run.budgets.iteration,
  }
}
