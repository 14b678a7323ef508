import { sha256Hex } from "@proofloop/foundation/text"
import type { Settlement } from "@proofloop/runtime/detector"
import type { ToolResult } from "@proofloop/runtime/internal/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import type { DetectorRequest } from "../parts/broken_detector.ts"
import type { FoldedTurn } from "../parts/broken_fold.ts"
import { detector, fold, stepper } from "../parts/define.ts"
import { folded } from "../parts/define_folds.ts"
import { type Evidence, isFail, withEvidence, withSlots } from "../parts/failure_model.ts"
import { withWarningsOf } from "../parts/state_change.ts"
import { variant } from "../parts/variants.ts"

/** What a result says, as Harn V1 reads it. */
function seedText({ error, message, result }: ToolResult): string {
  const text = error ?? message ?? result
  return typeof text === "string" ? text : JSON.stringify(text ?? null)
}

/** Each piece of evidence with the result it was read from. */
function withTexts(
  turn: FoldedTurn,
  input: Settlement,
  results: readonly { readonly evidence: Evidence | null }[],
  change: (evidence: Evidence, text: string) => Evidence,
): FoldedTurn {
  return withEvidence(turn, (evidence) => {
    const index = results.findIndex((entry) => entry.evidence === evidence)
    const result = input.results[index]
    return result === undefined ? evidence : change(evidence, seedText(result))
  })
}

export const firstDraft: readonly BrokenImplementation[] = [
  fold(
    "The streak goes on only within one write epoch, so any edit starts it over.",
    ["repair.streak.survives-edits", "repair.fold.edit-with-failure"],
    {
      before: (state, turn) => [
        turn.evidence.some(isFail)
          ? withSlots(state, (slot) =>
              slot.edit_since_failure || turn.made_edit ? { ...slot, streak: 0, trips: 0 } : slot,
            )
          : state,
        turn,
      ],
    },
  ),
  fold(
    "A turn that made an edit is never classified, whatever failed in it.",
    ["repair.fold.edit-with-failure", "repair.streak.survives-edits", "repair.fold.unrelated-failure"],
    {
      before: (state, turn) => [state, turn.made_edit ? { ...turn, evidence: [] } : turn],
    },
  ),
  folded(
    "edit_since_failure is set by every edit, failure or not.",
    ["repair.fold.edit-alone"],
    (state, before) =>
      state.write_epoch > before.write_epoch ? { ...state, edit_since_failure: true } : state,
  ),
  detector(
    "A successful ending leaves the failure model as it is.",
    ["repair.clear.success", "repair.slots.clear"],
    { clear: (state) => state },
  ),
  stepper(
    "A turn that holds the streak at the threshold trips again.",
    ["repair.trip.grew"],
    (request, play, real, options) => {
      const step = play(request)
      const threshold = real.config.stuck_same_diagnostic_after
      const held =
        step.warnings.length === 0 &&
        step.state.same_diagnostic_streak === threshold &&
        request.state.same_diagnostic_streak === threshold
      if (!held) return step
      const again = {
        ...request,
        state: withSlots(request.state, (slot) => ({ ...slot, trips: 0 })),
      } as DetectorRequest
      return withWarningsOf(
        step,
        play(
          again,
          variant(options, () => ({ stuck_trip_when: "reached" })),
        ),
        ({ pattern }) => pattern === "stuck_same_diagnostic",
      )
    },
  ),
  fold(
    "A failure is known by the digest of its raw text.",
    [
      "evidence.noise.terminal",
      "evidence.noise.time",
      "evidence.noise.identity",
      "evidence.noise.paths",
      "evidence.noise.place",
      "evidence.noise.counts",
      "evidence.noise.order",
      "evidence.operands.noise",
      "evidence.paths.workspace",
      "evidence.paths.outside",
      "evidence.parsers",
      "evidence.structured.first",
    ],
    {
      evidence: (turn, input, step) =>
        withTexts(turn, input, step.results, (evidence, text) =>
          isFail(evidence) && evidence.signature !== "ctx"
            ? { ...evidence, signature: `err:${sha256Hex(text)}` }
            : evidence,
        ),
    },
  ),
]
