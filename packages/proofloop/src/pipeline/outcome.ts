import { oneLine } from "@proofloop/foundation/text"
import type { Breaker } from "@proofloop/jobs/internal"
import { EXIT_CODES } from "../console/exit_code.ts"
import { rowText } from "../rows/shown.ts"
import type { Style } from "../terminal/style.ts"
import type { RunFacts } from "./facts.ts"
import { shownRun } from "./shown_run.ts"
import type { Ending } from "./sink.ts"

export interface Outcome {
  readonly run: RunFacts
  /** The missing service that the run needs; null: none. */
  readonly suspended: Breaker | null
  /** Why it did not advance; null when it waits or has ended. */
  readonly error: string | null
  /** What ended the call before the run could go no further; null: nothing. */
  readonly stopped: "request" | "time_limit" | "away" | "crash" | "held" | null
}

export const RESULT = "pipeline.result"

export function endingOf(outcome: Outcome): Ending {
  return {
    line: { type: RESULT, run_id: outcome.run.id, ...outcome },
    text: (style) => outcomeText(outcome, style, Date.now()),
    exit_code: exitCodeOf(outcome),
  }
}

/**
 * The exit code:
 *
 * - 0: the run is done
 * - 1: it failed or was given up
 * - 3: it is not over: it waits for a person, CI, a missing service or a full disk
 * - 130: somebody stopped the call
 */
export function exitCodeOf({ run, stopped }: Outcome): number {
  if (run.state === "done") return EXIT_CODES.clean
  if (stopped === "request") return EXIT_CODES.aborted
  return run.state === "failed" || run.state === "cancelled" ? EXIT_CODES.findings : EXIT_CODES.escalate
}

function outcomeText(outcome: Outcome, style: Style, now: number): string {
  const { run, error, stopped } = outcome
  const lines = [
    ...(stopped === null ? [] : [`${STOPPED[stopped]} in ${run.state}; go on with: ${run.commands.resume}`]),
    ...(error === null || error === run.error ? [] : [oneLine(error)]),
  ]
  return `${rowText(shownRun(run, now), style)}${lines.map((line) => `${line}\n`).join("")}`
}

const STOPPED = {
  request: "stopped by request",
  time_limit: "its time limit is over: stopped",
  away: "a service it needs is unavailable: stopped",
  crash: "its process ended by itself",
  held: "left to the process that is at work on it,",
} as const
