import type { DetectorState } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { fold } from "../parts/define.ts"
import { judging, slotted } from "../parts/define_folds.ts"
import { isFail, isLive, withEvidence, withSlots } from "../parts/failure_model.ts"
import { inState } from "../parts/state_change.ts"

const isNarrowed = (state: DetectorState, check_id: string): boolean =>
  state.slots.some(
    (slot) => slot.check_id !== check_id && slot.narrower.some((known) => known.check_id === check_id),
  )

const runner = (check_id: string): string => check_id.split(" ")[0] ?? ""

export const narrower: readonly BrokenImplementation[] = [
  slotted(
    "A narrower run has a slot of its own, whatever it shows.",
    ["repair.narrower.failure", "repair.narrower.pass", "repair.narrower.minimum"],
    (slot) => ({ ...slot, strong_identities: null }),
  ),
  fold("Failures known only by their lines carry a streak to another check.", ["repair.narrower.failure"], {
    before: (state, turn) => [
      withSlots(state, (slot) => ({
        ...slot,
        strong_identities: slot.strong_identities ?? slot.identities,
      })),
      withEvidence(turn, (evidence) => ({
        ...evidence,
        strong_identities: evidence.strong_identities ?? evidence.identities,
      })),
    ],
  }),
  judging(
    "The runner does not matter to what is a narrower run.",
    ["repair.narrower.failure"],
    (evidence, state) => {
      const wider = state.slots.find(
        (slot) =>
          isLive(slot) &&
          runner(slot.check_id) !== runner(evidence.check_id) &&
          slot.strong_identities !== null,
      )
      return wider === undefined || !isFail(evidence)
        ? evidence
        : { ...evidence, check_id: `${runner(wider.check_id)} ${evidence.check_id}` }
    },
  ),
  judging(
    "A narrower run counts for the wider check although its failure is new there.",
    ["repair.narrower.failure"],
    (evidence, state) => {
      const wider = state.slots.find(
        (slot) =>
          isLive(slot) &&
          slot.check_id !== evidence.check_id &&
          runner(slot.check_id) === runner(evidence.check_id),
      )
      return wider === undefined || !isFail(evidence)
        ? evidence
        : { ...evidence, strong_identities: wider.strong_identities }
    },
  ),
  judging(
    "A narrower run is the same failure whatever it shows of its check.",
    ["repair.narrower.progress"],
    (evidence, state) => {
      const wider = isFail(evidence)
        ? state.slots.find(
            ({ check_id, strong_identities }) =>
              check_id !== evidence.check_id &&
              runner(check_id) === runner(evidence.check_id) &&
              evidence.strong_identities?.every((identity) => strong_identities?.includes(identity)),
          )
        : undefined
      if (wider === undefined) return evidence
      const known = wider.narrower.find(({ check_id }) => check_id === evidence.check_id)
      const { identities } = wider
      return { ...evidence, identities, signature: known?.signature ?? evidence.signature }
    },
  ),
  fold("A failing narrower run leaves what is owed on the wider check.", ["repair.narrower.failure"], {
    after: (step, before, turn) => {
      const narrower = turn.evidence.some(
        (evidence) => isFail(evidence) && isNarrowed(step.state, evidence.check_id),
      )
      return narrower && before.reverify_owed
        ? inState(step, (state) => ({ ...state, edit_since_failure: true, reverify_owed: true }))
        : step
    },
  }),
  judging(
    "The pass of a narrower run passes the wider check.",
    ["repair.narrower.pass"],
    (evidence, state) => {
      const wider = isFail(evidence)
        ? undefined
        : state.slots.find((slot) => slot.narrower.some(({ check_id }) => check_id === evidence.check_id))
      return wider === undefined ? evidence : { ...evidence, check_id: wider.check_id }
    },
  ),
  judging(
    "The pass of a narrower run never clears the wider failure.",
    ["repair.narrower.pass"],
    (evidence, state) => (!isFail(evidence) && isNarrowed(state, evidence.check_id) ? undefined : evidence),
  ),
  judging(
    "Once a narrower run has failed, a pass of the wider check clears nothing.",
    ["repair.narrower.pass"],
    (evidence, state) =>
      !isFail(evidence) &&
      state.slots.some((slot) => slot.check_id === evidence.check_id && slot.narrower.length > 0)
        ? undefined
        : evidence,
  ),
  fold("Fewer failures of a narrower run are progress of the wider check.", ["repair.narrower.minimum"], {
    before: (state, turn) => [
      turn.evidence.some(
        (evidence) =>
          isFail(evidence) &&
          state.slots.some(
            (slot) => isLive(slot) && slot.check_id !== evidence.check_id && evidence.count < slot.count,
          ),
      )
        ? { ...state, recurrences: [] }
        : state,
      turn,
    ],
  }),
  slotted("Fewer failures than ever are no progress.", ["patterns.recurring_diagnostic"], (slot) => ({
    ...slot,
    minimum: slot.minimum === null ? null : 0,
  })),
  slotted(
    "Fewer failures than before are progress although there were fewer already.",
    ["patterns.recurring_diagnostic"],
    (slot) => ({ ...slot, minimum: slot.minimum === null ? null : slot.count }),
  ),
]
