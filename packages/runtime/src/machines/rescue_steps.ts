import { cutCodePoints } from "@proofloop/foundation/text"
import { quoteText } from "../evidence/quote.ts"
import type { StallPattern, StallWarning } from "../protocol/warning.ts"
import { shownName } from "../stall/patterns/words.ts"
import { decided } from "./decide_steps.ts"
import { injectFeedback } from "./messages.ts"
import type { RunState } from "./run_state.ts"
import type { RunSettings, StepFunction } from "./settings.ts"
import { skipDispatch } from "./turn_steps.ts"

/** Patterns that a directive may help against: by whether the reply they stop has calls. */
const WITH_CALLS: ReadonlySet<StallPattern> = new Set(["repeated_same_observation"])
const WITHOUT_CALLS: ReadonlySet<StallPattern> = new Set([
  "no_progress_monologue",
  "near_duplicate_monologue",
])

const LONGEST_INTENT = 400

/**
 * Whether the hard stop of this reply is passed by, once a run: nothing but a repeated observation, or a monologue, stops it.
 * @requirement loop.rescue
 */
export function isRescueDue(run: RunState, { detector }: RunSettings): boolean {
  const { turn, budgets } = run
  const { enabled, thrash_rescue } = detector.config
  if (!enabled || !thrash_rescue || turn?.hard_stop !== true || budgets.rescues > 0) return false
  const covered = turn.calls.length > 0 ? WITH_CALLS : WITHOUT_CALLS
  const stopping = stoppingWarnings(run)
  return stopping.length > 0 && stopping.every(({ pattern }) => covered.has(pattern))
}

/** Instead of the stop: the calls are not run, the model is told what to do else, and there is a turn to do it in. */
export const rescue: StepFunction<unknown> = (run, _input, settings, emit) => {
  if (run.turn === null) return run
  const kind = run.turn.calls.length > 0 ? "thrash_recovery" : "monologue_recovery"
  const { budgets } = run
  const new_limit = Math.max(budgets.limit, budgets.iteration + 1)
  const decision = {
    action: "thrash_rescue",
    new_limit,
    reason: `${kind}_continue`,
    status: "recovering",
  } as const
  const skipped = skipDispatch(run, kind, settings, emit)
  const rescued = decided(skipped, decision, emit)
  const next = {
    ...rescued,
    budgets: { ...rescued.budgets, limit: new_limit, rescues: budgets.rescues + 1 },
  }
  return injectFeedback(next, { kind, text: directive(run, settings), settings, emit })
}

function stoppingWarnings({ detector }: RunState): readonly StallWarning[] {
  return detector.warnings.filter(({ iteration, hard_stop }) => hard_stop && iteration === detector.turn)
}

function directive(run: RunState, { redact }: RunSettings): string {
  const [warning] = stoppingWarnings(run)
  if (warning !== undefined && run.turn !== null && run.turn.calls.length > 0)
    return (
      `${shownName(redact(warning.tool_name))} showed the same each time it was called in this way, so it was not called again. ` +
      "Do not send that call again. Use what it showed and make another call, or report what blocks you."
    )
  // Cut last: half a secret is not known as one.
  const intent = cutCodePoints(redact(run.text.trim()), LONGEST_INTENT)
  return (
    "Your last replies had words and no call. You said:\n" +
    `${quoteText(intent)}\nDo it now: send exactly one tool call, or report what blocks you.`
  )
}
