import { VERIFIER_FAULTS } from "./host.ts"
import { MODEL_FAULTS } from "./model.ts"
import { REASONS } from "./stop_reasons.ts"
import { TOOL_FAULTS } from "./tools.ts"

/** What a large number of schedules must reach, each at least once: else the simulation does not test what it says. */
export const mustReach: readonly string[] = [
  ...[
    ...new Set(MODEL_FAULTS),
    ...TOOL_FAULTS,
    ...VERIFIER_FAULTS,
    "judge_garbage",
    "judge_throws",
    "callback_throws",
    "callback_garbage",
    "journal_failure",
  ].map((name) => `fault ${name}`),
  ...Object.keys(REASONS).map((name) => `status ${name}`),
  ...new Set(
    Object.values(REASONS)
      .flat()
      .filter((name) => name !== "repeated_verified_pass")
      .map((name) => `stop_reason ${name}`),
  ),
  ...["begun", "started", "finished", "resumed", "ended"].map((name) => `crash before record ${name}`),
  ...["before", "in", "after"].flatMap((when) =>
    ["model", "judge", "verifier", "callback", "tool"].map((kind) => `crash ${when} ${kind}`),
  ),
  ...["model", "verify", "callback", "back_off", "read_only", "idempotent", "planned", "unknown"].map(
    (name) => `in doubt ${name}`,
  ),
  ...["late", "slow", "breaking", "throwing"].map((name) => `reader ${name}`),
  "events dropped",
  "resumed after nobody answered",
  "interrupted by the deadline",
  "compared with the uninterrupted run",
  "compared up to a call of unknown effect",
]
