import { sha256Hex } from "@proofloop/foundation/text"
import { contradiction } from "../evidence/contradiction.ts"
import { diagnose } from "../evidence/diagnose.ts"
import { coerceText } from "../evidence/outcome.ts"
import { readField } from "../evidence/read_field.ts"
import { replayedLine } from "../evidence/replayed.ts"
import { signatureOf } from "../evidence/signature.ts"
import type { Verdict, VerdictSource } from "../protocol/verdict.ts"
import { acceptedRemovals } from "./accepted_removals.ts"
import { boundedText } from "./calls.ts"
import type { Step } from "./escalation.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { forgiveReverify, isTooWeak } from "./fold.ts"
import { foldAndTrip } from "./fold_and_trip.ts"
import type { Draft, Evidence } from "./state.ts"
import { toEvidence } from "./to_evidence.ts"
import {
  baselineOf,
  noteFailing,
  noteJudged,
  notePassing,
  noteWeakPass,
  type ProofOf,
  settleEarlierFailures,
} from "./work.ts"

/** Where a verdict comes from, and what it is about. */
export interface VerdictOrigin {
  /** Default "function". A judge's verdict is not evidence: it proves nothing and stands against nothing. */
  readonly source?: VerdictSource | undefined
  /** The check of a verdict that names none; default "default". */
  readonly check_id?: string | undefined
  /** The command line that ran. */
  readonly command?: string | undefined
  /** Digest of the work tree the verdict is about. */
  readonly workspace_sha256?: string | undefined
  /** A check beside the verdict that counts: its pass clears its own failure and accepts nothing. */
  readonly beside?: boolean | undefined
  /** Nothing ran: the proof on record still counts. */
  readonly reused?: boolean | undefined
}

/**
 * Takes in the verdict of the verify entrypoint after a turn, and returns it as it was read. An accept forgives the
 * re-verify that edits owe. With `fold_verdicts` it clears every slot, and a fail is evidence about its own check.
 * `unable` changes nothing, nor does a weak pass with `weak_pass: "keep"`.
 * @requirement repair.verdict
 */
export function takeVerdict(
  draft: Draft,
  verdict: Verdict,
  {
    origin,
    context,
    step,
  }: { readonly origin: VerdictOrigin; readonly context: EvidenceContext; readonly step: Step },
): Evidence | null {
  if (!isDecided(verdict)) return null
  const { config } = step
  const evidence = evidenceOfVerdict(draft, verdict, origin, context)
  if (origin.reused !== true) observeVerdict(draft, verdict, evidence, origin)
  const is_pass = evidence.class === "pass"
  const is_accept = is_pass && origin.beside !== true && !isTooWeak(evidence, config)
  if (!config.enabled || !config.repair_aware || (is_pass && !is_accept)) return evidence
  if (is_accept) forgiveReverify(draft)
  if (!config.fold_verdicts) return evidence
  const entry = is_accept ? ("accept" as const) : evidence
  if (draft.pending !== null) {
    // The turn itself is not folded yet: its edit comes before the verdict on it.
    const verdicts = [...draft.pending.verdicts, entry].slice(-4)
    draft.pending = { ...draft.pending, verdicts }
    return evidence
  }
  const turn = {
    made_edit: false,
    may_have_edited: false,
    rejected_edit: null,
    evidence: [],
    lacks: [],
    verdicts: [entry],
    same_turn: true,
  } as const
  foldAndTrip(draft, turn, {}, step)
  return evidence
}

/** What the verdict proves, or puts in the way of a proof. */
function observeVerdict(
  draft: Draft,
  verdict: DecidedVerdict,
  evidence: Evidence,
  origin: VerdictOrigin,
): void {
  const { source = "function", command, workspace_sha256, beside = false } = origin
  const judged = source === "judge"
  if (evidence.class === "fail") return judged ? undefined : noteFailing(draft, evidence, true)
  if (evidence.weakness !== "" && !judged) return noteWeakPass(draft, evidence)
  if (beside) return judged ? undefined : notePassing(draft, evidence, null)
  const replayed = replayedLine(coerceText(verdict.output))
  const proof: ProofOf = {
    source,
    ...(command === undefined ? {} : { command }),
    ...(verdict.exit_code === undefined ? {} : { exit_code: verdict.exit_code }),
    output_sha256: sha256Hex(coerceText(verdict.output)),
    ...(readField(verdict, "output_cut") === true ? { output_cut: true } : {}),
    ...(replayed === undefined ? {} : { replayed }),
    ...(workspace_sha256 === undefined ? {} : { workspace_sha256 }),
    turn: draft.turn,
  }
  if (judged) return noteJudged(draft, evidence.check_id, proof)
  // Its own failure first: the proof says what it was.
  notePassing(draft, evidence, proof)
  settleEarlierFailures(draft)
}

/** A verdict as evidence about its check, read as a result is. */
function evidenceOfVerdict(
  draft: Draft,
  verdict: DecidedVerdict,
  { check_id: named, source }: VerdictOrigin,
  context: EvidenceContext,
): Evidence {
  const check_id = boundedText(verdict.check_id) || boundedText(named) || "default"
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
  const baseline = source === "judge" ? undefined : baselineOf(draft, check_id, true)
  const accepted = new Map([
    ...(context.accepted_removals ?? []),
    ...acceptedRemovals(readField(verdict, "accepted_removals")),
  ])
  const against = ok ? contradiction(result) : ""
  const read = {
    ok,
    key,
    diagnosis,
    signature,
    against,
    baseline,
    accepted,
    output: ok ? coerceText(output) : "",
  }
  return { ...toEvidence(check_id, { ...read, seen_at: draft.changed.so_far }), origin: "verdict" }
}

type DecidedVerdict = Exclude<Verdict, { readonly status: "unable" }>

/** A verdict that says pass or fail; `unable`, and whatever is not a verdict, says nothing. */
function isDecided(verdict: Verdict): verdict is DecidedVerdict {
  const status = readField(verdict, "status")
  return status === "pass" || status === "fail"
}
