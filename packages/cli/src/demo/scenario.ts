import type { PresetLayer } from "@proofloop/presets"

/** The check of the shop: real tests, run by the model, by the loop and by the demo alike. */
export const check = "node --test"

export const task = `\`${check}\` fails. Find out why and make the failing tests pass.`

/** One run of the demo: what is laid over the preset `minimal`, and what is promised of it. */
export interface Scenario {
  readonly id: "a" | "b" | "c"
  readonly title: string
  readonly overrides: PresetLayer
  readonly promise: string
}

/** Without the loop's reminders to act: they do not move this model, and differ in nothing. */
const budget = { max_iterations: 14, max_nudges: 0 }
const verification = { verify_completion: { command: check } }

export const scenarios: readonly Scenario[] = [
  {
    id: "a",
    title: "no verification",
    overrides: { ...budget, stall_diagnostics: { repair_aware: false } },
    promise: "It claims success while the tests are red. At least the result says verified: false.",
  },
  {
    id: "b",
    title: "verification",
    overrides: { ...budget, ...verification, stall_diagnostics: { repair_aware: false } },
    promise: "False claims are vetoed until the budget is burnt. It ends without saying what fails.",
  },
  {
    id: "c",
    title: "verification and repair_aware",
    overrides: { ...budget, ...verification, stall_diagnostics: { repair_aware: true } },
    promise:
      "It is told which failure its edits did not change, is checked after each edit, ends with proof.",
  },
]
