import type { BrokenImplementation } from "../broken_implementation.ts"
import type { FoldedTurn } from "../parts/broken_fold.ts"
import { detector, fold, stepper } from "../parts/define.ts"
import { isReply } from "../parts/requests.ts"
import { inState, withResults } from "../parts/state_change.ts"

export const edits: readonly BrokenImplementation[] = [
  stepper(
    "only_edit_is_a_kind",
    "Of the kinds that write only edit is known.",
    ["repair.edit.kinds"],
    (request, play) =>
      inState(play(request), (state) =>
        isReply(request)
          ? {
              ...state,
              proposal: state.proposal.map((call) =>
                call.kind === "edit" ? call : { ...call, mutates: call.mutates ?? false },
              ),
            }
          : state,
      ),
  ),
  stepper(
    "undeclared_calls_write",
    "A call of which nothing is declared is an edit.",
    ["repair.edit.kinds", "repair.fold.failure"],
    (request, play) =>
      inState(play(request), (state) =>
        isReply(request)
          ? {
              ...state,
              proposal: state.proposal.map((call) => (call.declared ? call : { ...call, mutates: true })),
            }
          : state,
      ),
  ),
  stepper(
    "mutates_is_not_read",
    "Only the kind says whether a call writes.",
    ["repair.edit.mutates"],
    (request, play) =>
      inState(play(request), (state) =>
        isReply(request)
          ? { ...state, proposal: state.proposal.map((call) => ({ ...call, mutates: null })) }
          : state,
      ),
  ),
  detector(
    "annotations_by_value_only",
    "Annotations that depend on the arguments are read once, without them.",
    ["repair.edit.by-arguments"],
    {
      options: (options) => ({
        ...options,
        tools: Object.fromEntries(
          Object.entries(options.tools ?? {}).map(([name, declared]) => [
            name,
            typeof declared === "function" ? declared({}) : declared,
          ]),
        ),
      }),
    },
  ),
  stepper(
    "annotations_of_results_are_not_read",
    "Annotations on a result mean nothing.",
    ["repair.edit.by-arguments"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? {
              ...request,
              input: withResults(request.input, ({ annotations: _annotations, ...result }) => result),
            }
          : request,
      ),
  ),
  stepper(
    "mutation_status_is_not_read",
    "Whether a call was an edit depends on its ok alone.",
    ["repair.edit.mutation-status"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? {
              ...request,
              input: withResults(request.input, ({ mutation_status: _status, ...result }) => result),
            }
          : request,
      ),
  ),
  fold(
    "epoch_counts_edits",
    "The write epoch grows by one for every edit of a turn.",
    ["repair.edit.once-a-turn"],
    {
      evidence: (turn, _input, step) =>
        ({ ...turn, writes: step.results.filter(({ wrote }) => wrote).length }) as FoldedTurn,
      after: (step, _before, turn) =>
        inState(step, (state) => ({
          ...state,
          write_epoch:
            state.write_epoch + Math.max(0, ((turn as { readonly writes?: number }).writes ?? 1) - 1),
        })),
    },
  ),
]
