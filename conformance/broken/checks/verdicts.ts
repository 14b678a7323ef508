import type { BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { isLive, showing, withSlots } from "../parts/failure_model.ts"
import { isVerdict } from "../parts/requests.ts"
import { inState } from "../parts/state_change.ts"

export const verdicts: readonly BrokenImplementation[] = [
  stepper(
    "forced_fail_counts_every_time",
    "Every forced fail advances the streak.",
    ["repair.verdict.once-an-epoch"],
    (request, play) =>
      play(
        isVerdict(request)
          ? {
              ...request,
              state: withSlots(request.state, (slot) => ({ ...slot, verdict_epoch: -1, last_turn: -1 })),
            }
          : request,
      ),
  ),
  stepper(
    "own_run_counts_after_a_forced_fail",
    "The model's own run after a forced fail counts again.",
    ["repair.verdict.once-an-epoch"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? { ...request, state: withSlots(request.state, (slot) => ({ ...slot, verdict_confirmed: true })) }
          : request,
      ),
  ),
  stepper(
    "own_runs_never_count_after_a_forced_fail",
    "After a forced fail no own run of its epoch counts.",
    ["repair.verdict.once-an-epoch"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? { ...request, state: withSlots(request.state, (slot) => ({ ...slot, verdict_confirmed: false })) }
          : request,
      ),
  ),
  stepper(
    "forced_fails_never_count",
    "A forced fail is a failure and never advances a streak.",
    ["repair.verdict.once-an-epoch", "repair.verdict.order", "repair.verdict.signature"],
    (request, play) =>
      play(
        isVerdict(request)
          ? {
              ...request,
              state: withSlots(request.state, (slot) => ({ ...slot, last_turn: request.state.turn })),
            }
          : request,
      ),
  ),
  stepper(
    "verdict_before_its_turn",
    "A verdict is folded before the turn it judged.",
    ["repair.verdict.order"],
    (request, play) => {
      if (!isVerdict(request)) return play(request)
      const { pending } = request.state
      return inState(play({ ...request, state: { ...request.state, pending: null } }), (state) => ({
        ...state,
        pending,
      }))
    },
  ),
  stepper(
    "verdict_waits_for_the_next_reply",
    "A verdict is folded with the next reply, whatever fold says.",
    ["repair.verdict.order", "repair.verdict.fold"],
    (request, play) =>
      play(
        isVerdict(request) && request.state.pending === null
          ? {
              ...request,
              state: {
                ...request.state,
                pending: { made_edit: false, rejected_edit: "", evidence: [], verdicts: [] },
              },
            }
          : request,
      ),
  ),
  stepper(
    "verdict_is_a_turn",
    "A verdict counts the turn it judged again.",
    ["repair.verdict.turns"],
    (request, play) => {
      const step = play(request)
      return isVerdict(request) && step.state !== request.state && request.input.status === "fail"
        ? inState(step, (state) => ({
            ...state,
            failing_verify_turns: request.state.failing_verify_turns + 1,
            turns_since_clean_verify: state.turns_since_clean_verify + 1,
          }))
        : step
    },
  ),
  stepper(
    "accept_is_no_clean_turn",
    "A folded accept leaves the counts of turns.",
    ["repair.verdict.turns"],
    (request, play) => {
      const { failing_verify_turns, turns_since_clean_verify, verified_write_epoch } = request.state
      return isVerdict(request)
        ? inState(play(request), (state) => ({
            ...state,
            failing_verify_turns,
            turns_since_clean_verify,
            verified_write_epoch,
          }))
        : play(request)
    },
  ),
  stepper(
    "verdict_has_its_own_signature",
    "The failure of a verdict is never that of a tool result.",
    ["repair.verdict.signature", "repair.verdict.once-an-epoch"],
    (request, play) =>
      play(
        isVerdict(request) && request.input.status === "fail"
          ? { ...request, input: { ...request.input, evidence: `Error: vetoed: ${request.input.evidence}` } }
          : request,
      ),
  ),
  stepper(
    "every_fail_is_the_live_failure",
    "A forced fail is the failure that is live, whatever it says.",
    ["repair.verdict.signature"],
    (request, play) => {
      const live = request.state.last_diagnostic_snippet
      return play(
        isVerdict(request) && request.input.status === "fail" && live !== ""
          ? { ...request, input: { ...request.input, evidence: live } }
          : request,
      )
    },
  ),
  stepper(
    "accept_forgives_nothing",
    "An accepted verification leaves what edits owe.",
    ["repair.verdict.base"],
    (request, play) =>
      isVerdict(request) && request.input.status === "pass" && request.state.last_diagnostic_class === "fail"
        ? inState(play(request), (state) =>
            state.last_diagnostic_class === "fail"
              ? { ...state, reverify_owed: request.state.reverify_owed }
              : state,
          )
        : play(request),
  ),
  stepper(
    "veto_settles_the_debt",
    "A veto settles what edits owe.",
    ["repair.verdict.base"],
    (request, play) =>
      isVerdict(request) && request.input.status === "fail"
        ? inState(play(request), (state) => ({ ...state, reverify_owed: false }))
        : play(request),
  ),
  stepper("unable_is_a_fail", "A verdict of unable is a veto.", ["repair.verdict.fold"], (request, play) =>
    play(
      isVerdict(request) && request.input.status === "unable"
        ? { ...request, input: { status: "fail", evidence: request.input.reason } }
        : request,
    ),
  ),
  stepper(
    "accept_clears_the_shown_slot",
    "A folded accept clears the slot that is shown and no other.",
    ["repair.verdict.fold"],
    (request, play) => {
      const step = play(request)
      const others = request.state.slots.filter(isLive).slice(0, -1)
      if (
        !isVerdict(request) ||
        request.input.status !== "pass" ||
        others.length === 0 ||
        step.state.slots.some(isLive)
      )
        return step
      return inState(step, (state) => ({ ...showing(state, others.at(-1)), last_diagnostic_class: "fail" }))
    },
  ),
]
