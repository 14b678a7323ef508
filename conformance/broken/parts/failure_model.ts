import type { DetectorState } from "@proofloop/runtime/detector"
import type { FoldedTurn } from "./broken_fold.ts"

export type Slot = DetectorState["slots"][number]
export type Evidence = FoldedTurn["evidence"][number]

export const isLive = (slot: Slot): boolean => slot.class === "fail"

export const slotOf = ({ slots }: DetectorState, check_id: string): Slot | undefined =>
  slots.find((slot) => slot.check_id === check_id)

export const isFail = (evidence: Evidence | "accept"): boolean =>
  evidence !== "accept" && evidence.class === "fail"

export const withSlots = (state: DetectorState, change: (slot: Slot) => Slot): DetectorState => ({
  ...state,
  slots: state.slots.map(change),
})

/** The turn with each piece of evidence changed; undefined leaves one out. */
export const withEvidence = (
  turn: FoldedTurn,
  change: (evidence: Evidence) => Evidence | undefined,
): FoldedTurn => ({
  ...turn,
  evidence: turn.evidence.flatMap((evidence) => change(evidence) ?? []),
})

/** A plain pass of the default check. */
export function passOf(key: string): Evidence {
  return {
    check_id: "default",
    class: "pass",
    signature: key,
    kind: "runtime",
    snippet: "",
    count: 0,
    structured: false,
    identities: [],
    strong_identities: null,
    tests_run: null,
    failing_tests: [],
    test_files: [],
    weakness: "",
    removed_tests: [],
    origin: "result",
    guessed: false,
    seen_at: { applied: 0, rejected: 0, other: 0, taken_back: 0 },
  }
}

/** The six fields of the failure model as one slot has them. */
export function showing(state: DetectorState, slot: Slot | undefined): DetectorState {
  if (slot === undefined) return state
  return {
    ...state,
    last_diagnostic_signature: slot.signature,
    last_diagnostic_snippet: slot.snippet,
    same_diagnostic_streak: slot.streak,
    edit_since_failure: slot.edit_since_failure,
    reverify_owed: slot.reverify_owed,
  }
}
