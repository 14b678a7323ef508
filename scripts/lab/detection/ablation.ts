import { type Contestant, fromPreset } from "./contestant.ts"
import type { LabelledRun } from "./labelled_runs.ts"
import { scoreOf, type Scored } from "./scoring.ts"

const NEVER = 1_000_000

/** What switches each rule of the detector off. */
const RULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stuck_same_diagnostic: { stuck_same_diagnostic_after: NEVER },
  recurring_diagnostic: { recurring_diagnostic_after: null },
  alternating_failures: { alternating_failures_after: null },
  environment_failure: { environment_failure_after: null },
  timeout_failure: { timeout_failure_after: null },
  edit_rejected: { edit_rejected_after: null },
  edit_oscillation: { edit_oscillation_after: null },
  repeated_action: { repeated_action_after: null },
  repeated_tool_error: { repeated_tool_error_after: null },
  nothing_started: { nothing_started_after: null },
  unchanged_success: { unchanged_success_after: null },
  action_cycle: { action_cycle_after: null },
  near_duplicate_action: { near_duplicate_action_after: null },
  near_duplicate_monologue: { near_duplicate_monologue_after: null },
  no_progress_monologue: { no_progress_messages: NEVER },
  repeated_error: { repeat_same_error: NEVER },
  repeated_same_observation: { repeat_same_observation: NEVER },
  repeated_success: { repeat_success: null },
  repeated_same_signature: { threshold: NEVER },
  ping_pong: { ping_pong_cycles: NEVER },
  token_runaway: { token_runaway_after: null },
  no_net_progress_hard_cap: { no_net_progress_extend_guard: false },
  turns_since_clean_verify_floor: { turns_since_clean_verify: null },
}

/** What a rule decides that no other would. */
export interface Ablated {
  readonly rule: string
  /** Runs hit with the rule and missed without it. */
  readonly hits_lost: readonly string[]
  readonly false_positives_gone: readonly string[]
  /** Hits that come later without it. */
  readonly later: number
}

/** Switches one rule off at a time. */
export async function ablate(runs: readonly LabelledRun[], whole: Contestant): Promise<readonly Ablated[]> {
  const before = await scored(runs, whole)
  const ablated: Ablated[] = []
  for (const [rule, stall_diagnostics] of Object.entries(RULES)) {
    const after = await scored(runs, fromPreset("evidence", { stall_diagnostics }))
    const pairs = before.flatMap((run, index) => {
      const other = after[index]
      return other === undefined ? [] : [{ run, other }]
    })
    ablated.push({
      rule,
      hits_lost: pairs.filter(({ run, other }) => run.hit && !other.hit).map(({ run }) => run.id),
      false_positives_gone: pairs
        .filter(({ run, other }) => run.false_positive && !other.false_positive)
        .map(({ run }) => run.id),
      later: pairs.filter(({ run, other }) => (other.delay ?? 0) > (run.delay ?? 0) && other.hit).length,
    })
  }
  return ablated
}

async function scored(runs: readonly LabelledRun[], contestant: Contestant): Promise<readonly Scored[]> {
  const all: Scored[] = []
  for (const run of runs)
    all.push(...[scoreOf({ run, trips: await contestant.trips(run) })].filter((one) => one !== null))
  return all
}
