import type { BrokenImplementation } from "../broken_implementation.ts"
import type { FoldedTurn } from "../parts/broken_fold.ts"
import { detector, fold, stepper } from "../parts/define.ts"
import { isFail, withEvidence, withSlots } from "../parts/failure_model.ts"
import { isReply } from "../parts/requests.ts"
import { inState, withResults } from "../parts/state_change.ts"

export const results: readonly BrokenImplementation[] = [
  detector(
    "double_fold",
    "A result is folded again in every later turn without results.",
    ["repair.fold.none", "repair.fold-knob.every-turn"],
    {
      steps: () => {
        let last: FoldedTurn | null = null
        return (request, play) => {
          if (request.kind === "settle" && request.input.results.length > 0)
            last = play(request).state.pending
          const { pending } = request.state
          const empty =
            pending === null ||
            (pending.evidence.length === 0 && pending.verdicts.length === 0 && !pending.made_edit)
          return isReply(request) && empty && last !== null
            ? play({ ...request, state: { ...request.state, pending: last } })
            : play(request)
        }
      },
    },
  ),
  fold(
    "turn_without_evidence_clears",
    "A turn without evidence clears what was owed.",
    ["repair.fold.none"],
    {
      after: (step, _before, turn) =>
        turn.evidence.length === 0 && !turn.made_edit
          ? inState(step, (state) => ({
              ...withSlots(state, (slot) => ({ ...slot, reverify_owed: false })),
              reverify_owed: false,
            }))
          : step,
    },
  ),
  stepper(
    "edit_needs_a_role",
    "A tool that is declared observation never writes.",
    ["repair.fold.none", "repair.edit.by-arguments"],
    (request, play) =>
      inState(play(request), (state) =>
        isReply(request)
          ? {
              ...state,
              proposal: state.proposal.map((call) =>
                call.evidence_role === "observation" ? { ...call, mutates: false } : call,
              ),
            }
          : state,
      ),
  ),
  stepper(
    "missing_result_is_ok",
    "A call whose result never came counts as ok.",
    ["repair.fold.missing-result"],
    (request, play) => {
      if (request.kind !== "settle") return play(request)
      const names = new Set(request.input.results.map(({ tool_name }) => tool_name))
      const missing = request.state.proposal
        .filter(({ tool_name }) => !names.has(tool_name))
        .map(({ tool_name }) => ({ tool_name, ok: true }))
      return play({
        ...request,
        input: { ...request.input, results: [...request.input.results, ...missing] },
      })
    },
  ),
  stepper(
    "results_are_paired_by_position",
    "The first result belongs to the first call, whatever it is called.",
    ["repair.fold.missing-result"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? {
              ...request,
              input: withResults(request.input, (result, index) => ({
                ...result,
                tool_name: request.state.proposal[index]?.tool_name ?? result.tool_name,
              })),
            }
          : request,
      ),
  ),
  stepper(
    "failed_edit_counts_as_an_edit",
    "An edit tool's call is an edit although it failed.",
    ["repair.edit.kinds", "repair.mandate.live", "repair.failed-edit.evidence"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? {
              ...request,
              input: withResults(request.input, (result, index) => {
                const call = request.state.proposal[index]
                const edits =
                  call !== undefined &&
                  (call.mutates ?? /^(?:edit|write|scaffold|delete|mutation|mutate)$/.test(call.kind))
                return edits && result.ok === false && result.mutation_status === undefined
                  ? { ...result, mutation_status: "applied" }
                  : result
              }),
            }
          : request,
      ),
  ),
  stepper(
    "rejected_edit_is_hidden_from_the_core",
    "With failed_edit edit_rejected a rejected edit is no result for the action patterns either.",
    ["repair.failed-edit.core"],
    (request, play, real) =>
      inState(play(request), (state) => {
        if (request.kind !== "settle" || state.dispatched === null || real.config.failed_edit === "evidence")
          return state
        const kept = state.dispatched.observations.filter(
          ({ kind, evidence }) => kind !== "error" || evidence,
        )
        return { ...state, dispatched: { ...state.dispatched, observations: kept } }
      }),
  ),
  stepper(
    "rejected_edit_was_checked",
    "An edit that was not applied is evidence of a tool that also checks.",
    ["repair.failed-edit.not-applied"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? {
              ...request,
              input: withResults(request.input, ({ mutation_status, ...result }) =>
                mutation_status === "not_applied" ? result : { ...result, mutation_status },
              ),
            }
          : request,
      ),
  ),
  stepper(
    "edit_that_was_not_applied_never_judges",
    "An edit that was not applied is no evidence at base either.",
    ["repair.failed-edit.not-applied"],
    (request, play, { config }) =>
      play(
        request.kind === "settle" && config.failed_edit === "evidence"
          ? {
              ...request,
              input: withResults(request.input, (result) =>
                result.mutation_status === "not_applied" ? { ...result, status: "skipped" } : result,
              ),
            }
          : request,
      ),
  ),
  fold(
    "rejected_edit_never_judges",
    "A failing edit tool is no evidence although it is declared verification.",
    ["repair.failed-edit.declared"],
    {
      evidence: (turn, _input, step) =>
        withEvidence(turn, (evidence) =>
          step.results.some((result) => result.evidence === evidence && result.is_edit && !result.ok)
            ? undefined
            : evidence,
        ),
    },
  ),
  stepper(
    "last_failing_result_represents",
    "The last failing result of a turn represents it.",
    ["repair.fold.representative", "repair.slots.shown", "repair.all-results.every-check"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? { ...request, state: { ...request.state, proposal: request.state.proposal.toReversed() } }
          : request,
      ),
  ),
  fold(
    "first_result_represents",
    "The first result of a turn represents it, failing or not.",
    ["repair.fold.representative", "repair.all-results.representative"],
    {
      evidence: (turn, _input, step) => {
        const first = step.results.find(({ evidence }) => evidence !== null)?.evidence
        return first && !turn.made_edit ? { ...turn, evidence: [first] } : turn
      },
    },
  ),
  fold(
    "check_counts_each_run",
    "A check that ran several times in a turn counts each time.",
    ["repair.all-results.representative"],
    {
      after: (step, _before, turn) =>
        inState(step, (state) =>
          turn.evidence.length > 0 &&
          step.results.filter(({ evidence }) => evidence?.class === "fail").length >
            turn.evidence.filter(isFail).length &&
          turn.evidence.some(isFail)
            ? { ...state, same_diagnostic_streak: state.same_diagnostic_streak + 1 }
            : state,
        ),
    },
  ),
]
