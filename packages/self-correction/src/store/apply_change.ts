import { InvalidOptionError } from "@proofloop/foundation/errors"
import { type Feedback, type FeedbackState, MAX_PLAN_REFINEMENTS, TRANSITIONS } from "../feedback/feedback.ts"
import { transitionText } from "./chain.ts"
import { asFeedback, type FeedbackRow } from "./feedback_rows.ts"
import { type CheckedChange, MAX_WORK } from "./read_change.ts"
import { StoreError } from "./store_error.ts"

export interface AppliedChange {
  readonly row: FeedbackRow
  /** `from → to`, or null when the state stays. */
  readonly transition: string | null
}

/**
 * What a change makes of a row. The one place that says which changes a row may take: throws StoreError
 * `illegal_transition` for any other. @requirement self-correction.states
 */
export function applyChange(row: FeedbackRow, change: CheckedChange, at: string): AppliedChange {
  const before = asFeedback(row)
  const changed: FeedbackRow = { ...row, ...change.columns, work: mergeWork(before, change), updated_at: at }
  checkRefinements(before, changed)
  if (change.to === null) return { row: changed, transition: null }
  checkTransition(before, change.to)
  const arrived: FeedbackRow = {
    ...changed,
    state: change.to,
    attempts: change.to === "failed" ? changed.attempts : (change.columns.attempts ?? 0),
    failed_in: change.to === "failed" ? before.state : null,
  }
  checkNeeds(asFeedback(arrived))
  return { row: arrived, transition: transitionText(before.state, change.to) }
}

function checkTransition({ id, state, failed_in }: Feedback, to: FeedbackState): void {
  if (to === state) throw illegal(id, `it is ${state} already`)
  const allowed = state === "failed" ? [failed_in, "rejected", "closed"] : TRANSITIONS[state]
  if (allowed.includes(to) && TRANSITIONS[state].includes(to)) return
  const ways = allowed.length === 0 ? "it leads nowhere" : `only to ${allowed.join(", ")}`
  throw illegal(id, `${transitionText(state, to)} is no transition; from ${state} ${ways}`)
}

/** What a state promises. */
function checkNeeds({ id, state, error, fix_pr_url, regression_test_path, work }: Feedback): void {
  const require = (name: string, value: string | null | undefined) => {
    if (value === null || value === undefined || value === "") throw illegal(id, `${state} needs ${name}`)
  }
  if (state === "failed") require("error", error)
  if (state === "fix-pr-open") require("fix_pr_url", fix_pr_url)
  if (state === "verified") {
    require("regression_test_path", regression_test_path)
    require("work.merged_commit", work.merged_commit)
    if (work.merged_commit === work.alarm_commit) {
      throw illegal(id, "the merged commit is the one on which the regression test failed")
    }
  }
}

function checkRefinements(before: Feedback, { id, refinement_round }: FeedbackRow): void {
  if (refinement_round > MAX_PLAN_REFINEMENTS) {
    throw illegal(id, `a plan is refined at most ${MAX_PLAN_REFINEMENTS} times`)
  }
  if (refinement_round < before.refinement_round) {
    throw illegal(id, `refinement_round is ${before.refinement_round} and never falls`)
  }
}

function mergeWork({ work }: Feedback, change: CheckedChange): string {
  const merged = new Map<string, unknown>(Object.entries(work))
  for (const [key, text] of change.work) {
    if (text === null) merged.delete(key)
    else merged.set(key, JSON.parse(text))
  }
  const text = JSON.stringify(Object.fromEntries([...merged].toSorted(([a], [b]) => (a < b ? -1 : 1))))
  if (text.length <= MAX_WORK) return text
  throw new InvalidOptionError({
    option: "work",
    expected: `at most ${MAX_WORK} characters of JSON together with what is there`,
    got: text,
  })
}

function illegal(id: string, what: string): StoreError {
  return new StoreError("illegal_transition", `feedback ${id}: ${what}`, { feedback_id: id })
}
