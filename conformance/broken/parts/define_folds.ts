import type { DetectorState } from "@proofloop/runtime/detector"
import type { DetectorStep } from "@proofloop/runtime/internal/detector"
import type { Break } from "../broken_implementation.ts"
import type { FoldedTurn } from "./broken_fold.ts"
import { fold } from "./define.ts"
import { type Evidence, type Slot, withEvidence, withSlots } from "./failure_model.ts"
import { inState } from "./state_change.ts"

/** Each piece of evidence is folded as another one; undefined leaves it out. */
export const judging: Break<
  (evidence: Evidence, state: DetectorState, turn: FoldedTurn) => Evidence | undefined
> = (wrong, violates, change) =>
  fold(wrong, violates, {
    before: (state, turn) => [state, withEvidence(turn, (evidence) => change(evidence, state, turn))],
  })

/** Each slot is another one before a turn is folded. */
export const slotted: Break<(slot: Slot, turn: FoldedTurn) => Slot> = (wrong, violates, change) =>
  fold(wrong, violates, {
    before: (state, turn) => [withSlots(state, (slot) => change(slot, turn)), turn],
  })

/** The fold of a turn ends in another state. */
export const folded: Break<
  (state: DetectorState, before: DetectorState, turn: FoldedTurn, step: DetectorStep) => DetectorState
> = (wrong, violates, change) =>
  fold(wrong, violates, {
    after: (step, before, turn) => inState(step, (state) => change(state, before, turn, step)),
  })
