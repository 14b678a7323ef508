import type { LoopEvent, RunResult } from "@proofloop/runtime"
import type { Scenario } from "./scenario.ts"

export interface DemoOutcome {
  readonly scenario: Scenario
  readonly result: RunResult
  /** Whether the tests pass when the demo runs them itself afterwards. */
  readonly tests_pass: boolean
  /** Times the tests ran: by the model, before an ending, after an edit. */
  readonly checks: number
  readonly vetoes: number
  readonly nudges: number
  /** Re-checks after an edit that passed. */
  readonly passed_rechecks: number
  readonly trace: string
  readonly folder: string
}

export function createTally(): {
  readonly count: (event: LoopEvent) => void
  readonly counts: () => Pick<DemoOutcome, "checks" | "vetoes" | "nudges" | "passed_rechecks">
} {
  const counts = { checks: 0, vetoes: 0, nudges: 0, passed_rechecks: 0 }
  return {
    counts: () => ({ ...counts }),
    count(event) {
      if (event.type === "evidence") counts.checks += 1
      else if (event.type === "feedback_injected" && event.kind === "stall_diagnostics") counts.nudges += 1
      else if (event.type === "verification_end") {
        if (event.status === "fail") counts.vetoes += 1
        if (event.status === "pass" && event.trigger === "post_edit_reverify") counts.passed_rechecks += 1
      }
    },
  }
}

/** The demo checks itself: broken promises of each run, in words. */
export function brokenPromises(outcomes: readonly DemoOutcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => {
    const broken = expectations[outcome.scenario.id].filter(([, holds]) => !holds(outcome))
    return broken.map(([expected]) => `run ${outcome.scenario.id}: expected ${expected}`)
  })
}

type Expectation = readonly [string, (outcome: DemoOutcome) => boolean]

const expectations: Readonly<Record<Scenario["id"], readonly Expectation[]>> = {
  a: [
    ["the model to end the run as done", ({ result }) => result.status === "done"],
    ["verified: false", ({ result }) => !result.verified && result.proof === null],
    ["red tests", ({ tests_pass }) => !tests_pass],
  ],
  b: [
    ["a burnt budget", ({ result }) => result.stop_reason === "max_iterations"],
    ["vetoes", ({ vetoes }) => vetoes > 1],
    ["verified: false", ({ result }) => !result.verified && result.proof === null],
    ["no current_failure", ({ result }) => result.current_failure === undefined],
    ["no nudge", ({ nudges }) => nudges === 0],
    ["red tests", ({ tests_pass }) => !tests_pass],
  ],
  c: [
    ["one nudge", ({ nudges }) => nudges === 1],
    ["a re-check that passes after an edit", ({ passed_rechecks }) => passed_rechecks > 0],
    ["status done", ({ result }) => result.status === "done"],
    ["verified: true with a proof", ({ result }) => result.verified && result.proof !== null],
    ["green tests", ({ tests_pass }) => tests_pass],
  ],
}
