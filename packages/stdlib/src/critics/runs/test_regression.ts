import * as z from "zod"
import { defineCritic } from "../critic.ts"
import { runInput } from "./run_input.ts"

const input = z.object({
  ...runInput(90_000),
})

const MAX_LISTED = 8

/** G8: tests that passed before the change and fail after it. @requirement critics.G8 */
export const testRegression = defineCritic({
  id: "G8",
  title: "Test regression",
  description: "Stops a change after which tests fail that did not fail before it",
  scope: "repository",
  needs: "run",
  default_in: { gate: true, check: false },
  input,
  event: {
    type: "critic_test_regression.fail",
    fields({ violations }) {
      const names = violations.map(({ evidence }) => evidence).sort()
      // The worker's event lists them, the refiner's shows one; both fields are here.
      return { regressions: names.slice(0, MAX_LISTED), sample: names[0] ?? "", total_count: names.length }
    },
  },
  check_name: "Test regression check",
  advice:
    "Keep every attribute, literal and helper that these tests use: read each failing test and what it calls, and change " +
    "the code, not the test.",
  async check(_change, facts, options) {
    // Loaded late: the code that reads tests' output is large, and most checks run none.
    const { judgeTests } = await import("./judge_tests.ts")
    return judgeTests(facts, options)
  },
})
