import { environmentAdvice } from "../environment_advice.ts"
import { optionalInteger, repairKnob } from "../knob.ts"
import type { FoldPattern } from "./pattern.ts"
import { tripsOfRows } from "./rows_of_one_kind.ts"
import { evidence } from "./words.ts"

const knobs = {
  environment_failure_after: repairKnob(
    [optionalInteger(2), null, 2],
    "proofloop",
    "Environment failures of one check in a row.",
  ),
}

/** A check that keeps failing for a reason no edit can fix: missing command, no network, disk full. */
export const environmentFailure: FoldPattern<typeof knobs> = {
  name: "environment_failure",
  knobs,
  says: (warning) =>
    `The check has failed ${warning.count} times for a reason outside the code.\n` +
    evidence("The failing evidence", warning) +
    `No edit can fix this. ${environmentAdvice(warning.diagnostic_snippet ?? "")} otherwise stop and report it.`,
  always: false,
  trips: (draft, { before }, config) =>
    tripsOfRows({
      row: "environment_streak",
      threshold: config.environment_failure_after,
      draft,
      before,
    }),
}
