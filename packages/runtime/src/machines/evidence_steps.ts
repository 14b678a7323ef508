import { sha256Hex } from "@proofloop/foundation/text"
import {
  isWeakProof,
  type ProofLedger,
  recordAccept,
  recordFailure,
  recordLaterWrite,
  recordPass,
  recordUnknown,
  recordWrite,
} from "../evidence/ledger.ts"
import type { ToolResult } from "../protocol/tool.ts"
import type { SettledResult } from "../stall/settled_result.ts"
import type { Evidence } from "../stall/state.ts"
import { resultText } from "./messages.ts"
import type { RunState, StageOutcome } from "./run_state.ts"
import type { Emit, RunSettings } from "./settings.ts"

/**
 * The ledger after a turn's results, in call order: a call's write first, then what it says as a declared or inferred
 * verification. Here, other than in the failure model, an edit after a check of the same turn counts as one after it.
 */
export function ledgerAfterResults(
  run: RunState,
  {
    readings,
    results,
    settings,
    emit,
  }: {
    readonly readings: readonly SettledResult[]
    readonly results: readonly ToolResult[]
    readonly settings: RunSettings
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
    const known = ledger.failing.find((entry) => entry.check_id === evidence.check_id)
    const passed = evidence.class === "pass"
    const weak = passed && (evidence.contradicted || isWeakProof(known, evidence.tests_run, evidence.reran))
    emit({
      type: "evidence",
      source: "tool_result",
      check_id: evidence.check_id,
      class: evidence.class,
      weak,
      signature: evidence.signature,
      snippet: settings.redact(evidence.snippet),
      ...(evidence.tests_run === null ? {} : { tests_run: evidence.tests_run }),
      write_epoch: ledger.write_epoch,
    })
    if (evidence.class === "fail") ledger = recordFailure(ledger, evidence)
    else if (!weak) ledger = recordPass(ledger, toolProof(run, reading, results[index] ?? {}))
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

/** The ledger after a check beside the verdict that counts passed: its own failure is cleared, nothing is proved. */
export function ledgerAfterCheckPassed(
  run: RunState,
  { verdict, source, stage }: StageOutcome,
  settings: RunSettings,
  emit: Emit,
): ProofLedger {
  const { ledger } = run
  if (verdict.status !== "pass" || source === "judge") return ledger
  const check_id = verdict.check_id ?? stage
  const known = ledger.failing.find((entry) => entry.check_id === check_id)
  const weak = isWeakProof(known, verdict.tests_run ?? null, null)
  emit({
    type: "evidence",
    source,
    check_id,
    class: "pass",
    weak,
    signature: "",
    snippet: "",
    ...(verdict.tests_run === undefined ? {} : { tests_run: verdict.tests_run }),
    write_epoch: ledger.write_epoch,
  })
  return weak ? ledger : { ...ledger, failing: ledger.failing.filter((entry) => entry !== known) }
}

/** The ledger after a verifier's verdict. A judge's accept is no proof and clears nothing. */
export function ledgerAfterVerdict(
  run: RunState,
  {
    outcome,
    evidence,
    settings,
    emit,
  }: {
    readonly outcome: StageOutcome
    readonly evidence: Evidence | null
    readonly settings: RunSettings
    readonly emit: Emit
  },
): ProofLedger {
  const { verdict, source } = outcome
  if (verdict.status === "unable") return run.ledger
  const check_id = verdict.check_id ?? outcome.stage
  const { ledger } = run
  const known = ledger.failing.find((entry) => entry.check_id === check_id)
  const weak =
    verdict.status === "pass" && source !== "judge" && isWeakProof(known, verdict.tests_run ?? null, null)
  emit({
    type: "evidence",
    source,
    check_id,
    class: verdict.status,
    weak,
    signature: evidence?.signature ?? "",
    snippet: settings.redact(evidence?.snippet ?? ""),
    ...(verdict.tests_run === undefined ? {} : { tests_run: verdict.tests_run }),
    write_epoch: run.ledger.write_epoch,
  })
  if (verdict.status === "fail") {
    return source === "judge"
      ? ledger
      : recordFailure(ledger, {
          check_id,
          tests_run: verdict.tests_run ?? null,
          failing_tests: evidence?.failing_tests ?? [],
        })
  }
  if (weak) return ledger
  const proof = {
    source,
    check_id,
    ...(outcome.command === undefined ? {} : { command: outcome.command }),
    ...(verdict.exit_code === undefined ? {} : { exit_code: verdict.exit_code }),
    ...(verdict.tests_run === undefined ? {} : { tests_run: verdict.tests_run }),
    output_sha256: sha256Hex(verdict.output ?? ""),
    turn: run.budgets.iteration,
  }
  if (source !== "judge") return recordAccept(ledger, proof)
  const standing = ledger.proof !== null && ledger.proof.write_epoch === ledger.write_epoch
  return standing ? ledger : { ...ledger, proof: { ...proof, write_epoch: ledger.write_epoch } }
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
