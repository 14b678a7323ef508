import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, stepper } from "../parts/define.ts"
import { recalling, remembering } from "../parts/define_readings.ts"
import { isLive, showing, type Slot, withSlots } from "../parts/failure_model.ts"
import { isVerdict } from "../parts/requests.ts"
import { inState } from "../parts/state_change.ts"

const uncounted = (slot: Slot): Slot => ({ ...slot, tests_run: null, failing_tests: [] })

export const verdicts: readonly BrokenImplementation[] = [
  recalling("Every forced fail advances the streak.", ["repair.verdict.once-an-epoch"], (state, request) =>
    isVerdict(request)
      ? withSlots(request.state, (slot) => ({ ...slot, verdict_epoch: -1, last_turn: -1 }))
      : state,
  ),
  recalling(
    "The model's own run after a forced fail counts again.",
    ["repair.verdict.once-an-epoch"],
    (state, request) =>
      request.kind === "settle"
        ? withSlots(request.state, (slot) => ({ ...slot, verdict_confirmed: true }))
        : state,
  ),
  recalling(
    "After a forced fail no own run of its epoch counts.",
    ["repair.verdict.once-an-epoch"],
    (state, request) =>
      request.kind === "settle"
        ? withSlots(request.state, (slot) => ({ ...slot, verdict_confirmed: false }))
        : state,
  ),
  recalling(
    "A forced fail is a failure and never advances a streak.",
    ["repair.verdict.once-an-epoch", "repair.verdict.order", "repair.verdict.signature"],
    (state, request) =>
      isVerdict(request)
        ? withSlots(request.state, (slot) => ({ ...slot, last_turn: request.state.turn }))
        : state,
  ),
  stepper("A verdict is folded before the turn it judged.", ["repair.verdict.order"], (request, play) => {
    if (!isVerdict(request)) return play(request)
    const { pending } = request.state
    return inState(play({ ...request, state: { ...request.state, pending: null } }), (state) => ({
      ...state,
      pending,
    }))
  }),
  recalling(
    "A verdict is folded with the next reply, whatever fold says.",
    ["repair.verdict.order", "repair.verdict.fold"],
    (state, request) =>
      isVerdict(request) && request.state.pending === null
        ? {
            ...request.state,
            pending: {
              made_edit: false,
              may_have_edited: false,
              rejected_edit: null,
              evidence: [],
              lacks: [],
              verdicts: [],
            },
          }
        : state,
  ),
  answering("A verdict counts the turn it judged again.", ["repair.verdict.turns"], (step, request) =>
    isVerdict(request) && step.state !== request.state && request.input.status === "fail"
      ? inState(step, (state) => ({
          ...state,
          failing_verify_turns: request.state.failing_verify_turns + 1,
          turns_since_clean_verify: state.turns_since_clean_verify + 1,
        }))
      : step,
  ),
  stepper("A folded accept leaves the counts of turns.", ["repair.verdict.turns"], (request, play) => {
    const { failing_verify_turns, turns_since_clean_verify, verified_write_epoch } = request.state
    return isVerdict(request)
      ? inState(play(request), (state) => ({
          ...state,
          failing_verify_turns,
          turns_since_clean_verify,
          verified_write_epoch,
        }))
      : play(request)
  }),
  stepper(
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
  remembering("An accepted verification leaves what edits owe.", ["repair.verdict.base"], (state, request) =>
    isVerdict(request) && request.input.status === "pass" && request.state.last_diagnostic_class === "fail"
      ? state.last_diagnostic_class === "fail"
        ? { ...state, reverify_owed: request.state.reverify_owed }
        : state
      : state,
  ),
  remembering("A veto settles what edits owe.", ["repair.verdict.base"], (state, request) =>
    isVerdict(request) && request.input.status === "fail" ? { ...state, reverify_owed: false } : state,
  ),
  stepper(
    "A verdict of pass counts no tests, so that it cannot be weak.",
    ["repair.verdict.weak"],
    (request, play) =>
      play(
        isVerdict(request) && request.input.status === "pass"
          ? { ...request, input: { status: "pass" }, state: withSlots(request.state, uncounted) }
          : request,
      ),
  ),
  stepper("A verdict of unable is a veto.", ["repair.verdict.fold"], (request, play) =>
    play(
      isVerdict(request) && request.input.status === "unable"
        ? { ...request, input: { status: "fail", evidence: request.input.reason } }
        : request,
    ),
  ),
  answering(
    "A folded accept clears the slot that is shown and no other.",
    ["repair.verdict.fold"],
    (step, request) => {
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
