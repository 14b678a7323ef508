import type { FeedbackState, FixWork } from "./feedback.ts"
import type { Loop } from "./loop.fixture.ts"
import { planWith } from "./rows.fixture.ts"

/** How a row comes to a state. */
export const WAYS: Readonly<Partial<Record<FeedbackState, readonly FeedbackState[]>>> = {
  pending: [],
  triaged: ["triaged"],
  "awaiting-approval": ["triaged", "awaiting-approval"],
  "in-fix": ["triaged", "in-fix"],
  "fix-pr-open": ["triaged", "in-fix", "fix-pr-open"],
  "regression-alarm": ["triaged", "in-fix", "fix-pr-open", "regression-alarm"],
  verified: ["triaged", "in-fix", "fix-pr-open", "verified"],
  rejected: ["rejected"],
}

const EARLY: FixWork = {
  triage: {
    fix_class: "tool",
    proposed_class: "tool",
    root_cause_hypothesis: "",
    candidate_files: [],
    prior_pattern_hit: null,
    confidence: 90,
    escalated_low_confidence: false,
  },
  hits: [],
}

/** Brings a row into a state with these products. */
export async function place(
  { store, add }: Loop,
  id: string,
  state: FeedbackState,
  work: FixWork,
): Promise<void> {
  await add({ id })
  for (const to of WAYS[state] ?? []) {
    await store.change(id, {
      to,
      fix_pr_url: "file:///pull",
      regression_test_path: "tests/discount.test.mjs",
      work: { merged_commit: "0".repeat(40) },
      note: {},
    })
  }
  const known = { merged_commit: null, ...EARLY, plan: { ...planWith(), feedback_id: id }, ...work }
  await store.change(id, { work: known, note: {} })
}
