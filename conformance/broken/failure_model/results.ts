import type { BrokenImplementation } from "../broken_implementation.ts"
import type { FoldedTurn } from "../parts/broken_fold.ts"
import { detector, fold, stepper } from "../parts/define.ts"
import { folded } from "../parts/define_folds.ts"
import { proposals, recalling, results } from "../parts/define_readings.ts"
import { isFail, withEvidence, withSlots } from "../parts/failure_model.ts"
import { isReply } from "../parts/requests.ts"
import { inState } from "../parts/state_change.ts"

export const turnResults: readonly BrokenImplementation[] = [
  detector(
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
  folded("A turn without evidence clears what was owed.", ["repair.fold.none"], (state, _before, turn) =>
    turn.evidence.length === 0 && !turn.made_edit
      ? {
          ...withSlots(state, (slot) => ({ ...slot, reverify_owed: false })),
          reverify_owed: false,
        }
      : state,
  ),
  proposals(
    "A tool that is declared observation never writes.",
    ["repair.fold.none", "repair.edit.by-arguments"],
    (call) => (call.evidence_role === "observation" ? { ...call, mutates: false } : call),
  ),
  stepper("A call whose result never came counts as ok.", ["repair.fold.missing-result"], (request, play) => {
    if (request.kind !== "settle") return play(request)
    const names = new Set(request.input.results.map(({ tool_name }) => tool_name))
    const missing = request.state.proposal
      .filter(({ tool_name }) => !names.has(tool_name))
      .map(({ tool_name }) => ({ tool_name, ok: true }))
    return play({
      ...request,
      input: { ...request.input, results: [...request.input.results, ...missing] },
    })
  }),
  results(
    "The first result belongs to the first call, whatever it is called.",
    ["repair.fold.missing-result"],
    (result, call) => ({ ...result, tool_name: call?.tool_name ?? result.tool_name }),
  ),
  results(
    "An edit tool's call is an edit although it failed.",
    ["repair.edit.kinds", "repair.mandate.live", "repair.failed-edit.evidence"],
    (result, call) => {
      const edits =
        call !== undefined &&
        (call.mutates ?? /^(?:edit|write|scaffold|delete|mutation|mutate)$/.test(call.kind))
      return edits && result.ok === false && result.mutation_status === undefined
        ? { ...result, mutation_status: "applied" }
        : result
    },
  ),
  stepper(
    "With failed_edit edit_rejected a rejected edit is not a result for the action patterns either.",
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
  results(
    "An edit that was not applied is evidence of a tool that also checks.",
    ["repair.failed-edit.not-applied"],
    ({ mutation_status, ...result }) =>
      mutation_status === "not_applied" ? result : { ...result, mutation_status },
  ),
  results(
    "An edit that was not applied is no evidence at base either.",
    ["repair.failed-edit.not-applied"],
    (result, _call, { config }) =>
      config.failed_edit === "evidence" && result.mutation_status === "not_applied"
        ? { ...result, status: "skipped" }
        : result,
  ),
  fold(
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
  recalling(
    "The last failing result of a turn represents it.",
    ["repair.fold.representative", "repair.slots.shown", "repair.all-results.every-check"],
    (state, request) =>
      request.kind === "settle" ? { ...request.state, proposal: request.state.proposal.toReversed() } : state,
  ),
  fold(
    "The first result of a turn represents it, failing or not.",
    ["repair.fold.representative", "repair.all-results.representative"],
    {
      evidence: (turn, _input, step) => {
        const first = step.results.find(({ evidence }) => evidence !== null)?.evidence
        return first && !turn.made_edit ? { ...turn, evidence: [first] } : turn
      },
    },
  ),
  folded(
    "A check that ran several times in a turn counts each time.",
    ["repair.all-results.representative"],
    (state, _before, turn, step) =>
      turn.evidence.length > 0 &&
      step.results.filter(({ evidence }) => evidence?.class === "fail").length >
        turn.evidence.filter(isFail).length &&
      turn.evidence.some(isFail)
        ? { ...state, same_diagnostic_streak: state.same_diagnostic_streak + 1 }
        : state,
  ),
]
