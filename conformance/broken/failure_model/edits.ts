import type { BrokenImplementation } from "../broken_implementation.ts"
import type { FoldedTurn } from "../parts/broken_fold.ts"
import { fold, optioned } from "../parts/define.ts"
import { proposals, results } from "../parts/define_readings.ts"
import { inState } from "../parts/state_change.ts"

export const edits: readonly BrokenImplementation[] = [
  proposals("Of the kinds that write only edit is known.", ["repair.edit.kinds"], (call) =>
    call.kind === "edit" ? call : { ...call, mutates: call.mutates ?? false },
  ),
  proposals(
    "A call of which nothing is declared is an edit.",
    ["repair.edit.kinds", "repair.fold.failure"],
    (call) => (call.declared ? call : { ...call, mutates: true }),
  ),
  proposals("Only the kind says whether a call writes.", ["repair.edit.mutates"], (call) => ({
    ...call,
    mutates: null,
  })),
  proposals(
    "side_effect_level is not read.",
    ["repair.edit.side-effect-level", "repair.edit.level-that-looks"],
    (call) => ({ ...call, side_effects: "" }),
  ),
  proposals(
    "A side_effect_level that writes outranks everything.",
    ["repair.edit.side-effect-level"],
    (call) => (call.side_effects === "workspace" ? { ...call, mutates: true } : call),
  ),
  proposals("Every level stands for a look.", ["repair.edit.level-that-looks"], (call) =>
    call.side_effects === "" ? call : { ...call, evidence_role: "observation" },
  ),
  optioned(
    "Annotations that depend on the arguments are read once, without them.",
    ["repair.edit.by-arguments"],
    (options) => ({
      ...options,
      tools: Object.fromEntries(
        Object.entries(options.tools ?? {}).map(([name, declared]) => [
          name,
          typeof declared === "function" ? declared({}) : declared,
        ]),
      ),
    }),
  ),
  results(
    "Annotations on a result mean nothing.",
    ["repair.edit.by-arguments"],
    ({ annotations: _annotations, ...result }) => result,
  ),
  results(
    "Whether a call was an edit depends on its ok alone.",
    ["repair.edit.mutation-status"],
    ({ mutation_status: _status, ...result }) => result,
  ),
  fold("The write epoch grows by one for every edit of a turn.", ["repair.edit.once-a-turn"], {
    evidence: (turn, _input, step) =>
      ({ ...turn, writes: step.results.filter(({ wrote }) => wrote).length }) as FoldedTurn,
    after: (step, _before, turn) =>
      inState(step, (state) => ({
        ...state,
        write_epoch:
          state.write_epoch + Math.max(0, ((turn as { readonly writes?: number }).writes ?? 1) - 1),
      })),
  }),
]
