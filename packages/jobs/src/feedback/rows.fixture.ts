import { drive } from "../drive/drive.ts"
import type { DrivenRow } from "../drive/driven_row.ts"
import { localEngine } from "../drive/job.ts"
import type { Feedback, FeedbackState, FixPlan, FixWork } from "./feedback.ts"
import type { FeedbackStore, FeedbackTypes } from "./feedback_store.ts"
import type { FeedbackJob } from "./run/job.ts"
import type { SelfCorrectionSettings } from "./settings.ts"
import { deferredNotices, feedbackTable, stepNames, type StepName } from "./states.ts"
import type { FeedbackOutcome } from "./steps/step.ts"

/** A row as a store holds it. */
export function rowWith(changes: Partial<Feedback> = {}): Feedback {
  const at = "2026-01-01T00:00:00.000Z"
  return {
    id: "fb-1",
    received_at: at,
    from_handle: "ada",
    channel: "cli",
    severity: "high",
    body: "discount() adds the discount to the price",
    context_url: null,
    success_criterion: null,
    place: null,
    revision: 0,
    state: "pending",
    fix_class: null,
    root_cause: null,
    fix_pr_url: null,
    regression_test_path: null,
    attempts: 0,
    refinement_round: 0,
    failed_in: null,
    error: null,
    work: {},
    updated_at: at,
    ...changes,
  }
}

export function planWith(changes: Partial<FixPlan> = {}): FixPlan {
  return {
    feedback_id: "fb-1",
    fix_class: "tool",
    root_cause: "a plus where a minus belongs",
    proposed_change: "subtract",
    regression_test_sketch: "discount(100, 10) is 90",
    files: [{ path: "src/price.mjs", loc_estimate: 10, operation: "edit" }],
    alternatives_considered: ["none"],
    risks: [],
    success_criterion: "fb-1 is verified",
    cost_estimate: { tokens: 1000, usd: null, wall_clock_minutes: 1 },
    refinement_round: 0,
    created_at: "2026-01-01T00:00:00.000Z",
    total_loc_estimate: 10,
    ...changes,
  }
}

export const IDENTITY = {
  forge: "local",
  repository: "r",
  number: 1,
  head: "auto/proofloop/fb-1",
  commit: "d",
}

const OUTCOME = { exit_code: 0, output: "" }
const NOTICE = { key: "k", body: "b", context_url: null }

/** A row for everything a state may wait for, by the due step. */
export const rowsByState: Readonly<Record<FeedbackState, readonly Feedback[]>> = {
  pending: [inState("pending")],
  triaged: [inState("triaged"), inState("triaged", { hits: [] })],
  "awaiting-approval": [
    inState("awaiting-approval"),
    inState("awaiting-approval", { approval: { id: "a", round: 0 } }),
  ],
  "in-fix": [
    inState("in-fix", {
      fix: { commit: "c", files_edited: [] },
      test: { path: "t", command: "t", commit: "d" },
      outdated: { base_commit: "e", because: "moved" },
    }),
    ...stages("in-fix", [
      {},
      { fix: { commit: "c", files_edited: [] } },
      { test: { path: "t", command: "t", commit: "d" } },
      {
        differential: {
          base_commit: "b",
          fix_commit: "d",
          base: { ...OUTCOME, outcome: "fail" },
          fix: { ...OUTCOME, outcome: "pass" },
          verified: true,
          reason: "",
        },
      },
      { review: { overall: "pass", passes: [], confidence: null } },
    ]),
  ],
  "fix-pr-open": stages("fix-pr-open", [
    { pull_request: { number: 1, url: "u", identity: IDENTITY } },
    { told: ["opened-1"] },
    { merged_commit: "m" },
  ]),
  "regression-alarm": stages("regression-alarm", [
    { merged_commit: "m", alarm_commit: "m" },
    { told: ["regression-alarm"] },
    { merged_commit: "n" },
  ]),
  verified: ending("verified"),
  rejected: ending("rejected"),
  failed: stages("failed", [{ failures: 1 }, { told: ["failed-1"] }]),
  closed: [inState("closed")],
}

function inState(state: FeedbackState, work: FixWork = {}): Feedback {
  return rowWith({ state, work })
}

/** Each stage has what those before it have. */
function stages(state: FeedbackState, additions: readonly FixWork[]): readonly Feedback[] {
  return additions.map((_, at) =>
    inState(
      state,
      additions.slice(0, at + 1).reduce((work, more) => ({ ...work, ...more }), {}),
    ),
  )
}

function ending(state: "verified" | "rejected"): readonly Feedback[] {
  return [
    inState(state),
    inState(state, { told: [state] }),
    inState(state, { told: [state], notices: [{ ...NOTICE, reason: "busy" }] }),
    inState(state, { told: [state], notices: [{ ...NOTICE, reason: "no-context-url" }] }),
  ]
}

export type Followed = Pick<DrivenRow<FeedbackTypes, StepName>, "next" | "steps" | "thrown"> & {
  readonly row: Feedback
}

/**
 * The driver on a row, with one function for all steps and no store behind it. `is_noted`: false rethrows an error of
 * `take` like a host's hook.
 */
export async function followRow(
  row: Feedback,
  take: (name: StepName, row: Feedback) => Promise<FeedbackOutcome>,
  { is_noted = true }: { readonly is_noted?: boolean } = {},
): Promise<Followed> {
  const store: Partial<FeedbackStore> = {
    passBreakers: () => Promise.resolve(null),
    wait: () => Promise.resolve(null),
  }
  const steps = stepNames.map((name) => [
    name,
    { name, run: (at: Feedback) => take(name, at), needs: undefined },
  ])
  const job: FeedbackJob = {
    noun: "feedback",
    table: feedbackTable,
    steps: Object.fromEntries(steps) as FeedbackJob["steps"],
    store: store as FeedbackStore,
    settings: {} as SelfCorrectionSettings,
    nameOf: (environment) => environment,
    max_attempts: 3,
    first: (at) => (deferredNotices(at).length === 0 ? null : "notify"),
    failing: () => ({}),
    faultOf: () => null,
    isFinal: () => false,
    on_event: () => undefined,
    on_step: is_noted
      ? undefined
      : async (name) => {
          await take(name, row)
        },
  }
  const {
    next,
    steps: taken,
    thrown,
    row: after,
  } = await drive(row, job, localEngine(new AbortController().signal))
  return { row: after, next, steps: taken, thrown }
}
