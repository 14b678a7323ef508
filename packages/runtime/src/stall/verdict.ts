import { diagnose } from "../evidence/diagnose.ts"
import { readField } from "../evidence/read_field.ts"
import { signatureOf } from "../evidence/signature.ts"
import type { Verdict } from "../protocol/verdict.ts"
import { boundedText } from "./calls.ts"
import type { Step } from "./escalation.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { forgiveReverify } from "./fold.ts"
import { foldAndTrip } from "./fold_and_trip.ts"
import { toEvidence } from "./settled_result.ts"
import type { Draft, Evidence } from "./state.ts"

/**
 * Takes in the verdict of the verify entrypoint after a turn. An accept forgives the re-verify that edits owe; with
 * `fold_verdicts` it clears every slot, and a fail is evidence about its own check. `unable` changes nothing
 * @requirement repair.verdict
 */
export function takeVerdict(draft: Draft, verdict: Verdict, context: EvidenceContext, step: Step): void {
  const { config } = step
  if (!config.enabled || !config.repair_aware || !isDecided(verdict)) return
  if (verdict.status === "pass") forgiveReverify(draft)
  if (!config.fold_verdicts) return
  const entry: Evidence | "accept" =
    verdict.status === "pass" ? "accept" : evidenceOfVerdict(verdict, context)
  if (draft.pending !== null) {
    // The turn itself is not folded yet: its edit comes before the verdict on it.
    const verdicts = [...draft.pending.verdicts, entry].slice(-4)
    draft.pending = { ...draft.pending, verdicts }
    return
  }
  const turn = {
    made_edit: false,
    rejected_edit: "",
    evidence: [],
    verdicts: [entry],
    same_turn: true,
  } as const
  foldAndTrip(draft, turn, {}, step)
}

/** A verdict as evidence about its check, read as a result is; `failing_before` holds digests of tests known to fail. */
export function evidenceOfVerdict(
  verdict: DecidedVerdict,
  context: EvidenceContext,
  failing_before: ReadonlySet<string> = new Set(),
): Evidence {
  const check_id = boundedText(verdict.check_id) || "default"
  const ok = verdict.status === "pass"
  const { output, tests_run, exit_code } = verdict
  const counts = { tests_run, exit_code }
  const result = ok
    ? { ok, output, ...counts }
    : {
        ok,
        error: output ?? verdict.evidence,
        diagnostics: verdict.diagnostics,
        timed_out: verdict.timed_out,
        ...counts,
      }
  const diagnosis = diagnose(result, { ...context, check_id, command: check_id })
  const signature = ok ? null : signatureOf(diagnosis, context)
  const key = signature?.signature ?? ""
  const read = { ok, key, diagnosis, signature, failing_before, exit_code: exit_code ?? 0 }
  return { ...toEvidence(check_id, read), origin: "verdict" }
}

export type DecidedVerdict = Exclude<Verdict, { readonly status: "unable" }>

/** A verdict that says pass or fail; `unable`, and whatever is no verdict, says nothing. */
export function isDecided(verdict: Verdict): verdict is DecidedVerdict {
  const status = readField(verdict, "status")
  return status === "pass" || status === "fail"
}
