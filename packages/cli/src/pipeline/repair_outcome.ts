import { oneLine } from "@proofloop/foundation/text"
import type { BranchRepair } from "@proofloop/pipeline"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Ending } from "./sink.ts"

/** What one call of `fix-ci` came to. */
export interface RepairOutcome {
  readonly branch: string
  /** null: it did not come to one. */
  readonly repair: BranchRepair | null
  /** What the forge, a model or git has refused; null: nothing. */
  readonly error: string | null
  /** What ended the call before a repair; null: nothing. */
  readonly stopped: "request" | "time_limit" | "away" | "crash" | null
}

export const REPAIR = "pipeline.repair"

export function endingOfRepair(outcome: RepairOutcome, run_id: string): Ending {
  return {
    line: { type: REPAIR, run_id, ...outcome },
    text: () => `${oneLine(outcome.branch)}: ${oneLine(wordsOf(outcome))}\n`,
    exit_code: exitCodeOf(outcome),
  }
}

/** 0: CI is repaired, or was not red. 1: a refusal. 3: a person has to repair it, or call again. 130: stopped. */
function exitCodeOf({ repair, stopped }: RepairOutcome): number {
  if (repair !== null)
    return repair.status === "fixed" || repair.status === "not_red" ? EXIT_CODES.clean : EXIT_CODES.escalate
  if (stopped === "request") return EXIT_CODES.aborted
  return stopped === null ? EXIT_CODES.findings : EXIT_CODES.escalate
}

function wordsOf({ repair, error, stopped }: RepairOutcome): string {
  if (repair === null) return error ?? (stopped === null ? "" : STOPPED[stopped])
  const { status, why, pushed_to, pull_request, commit } = repair
  if (commit === null) return `${status.replaceAll("_", " ")}: ${why}`
  const offered = pull_request === null ? "" : `, ${pull_request.url}`
  return `fixed by ${commit.slice(0, 12)} on ${pushed_to ?? ""}${offered}: ${why}`
}

const STOPPED = {
  request: "stopped by request; the same call begins anew",
  time_limit: "its time limit is over; the same call begins anew",
  away: "a service it needs is unavailable; the same call begins anew",
  crash: "its process ended by itself; the same call begins anew",
} as const
