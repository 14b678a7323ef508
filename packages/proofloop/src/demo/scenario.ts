import type { PresetLayer } from "@proofloop/presets"

/** The check of the shop: real tests, run in the same way by the model, the loop and the demo. */
export const CHECK = "node --test"

export const TASK = `\`${CHECK}\` fails. Find out why and make the failing tests pass.`

/** One run of the demo: its options over the preset `minimal`, and its promises. */
export interface Scenario {
  readonly id: "a" | "b" | "c"
  readonly title: string
  readonly overrides: PresetLayer
  readonly promise: string
}

/** Without the loop's reminders to act: they do not move this model, and change nothing. */
const BUDGET = { max_iterations: 14, max_nudges: 0 }
const VERIFICATION = { verify_completion: { command: CHECK } }

export const SCENARIOS: readonly Scenario[] = [
  {
    id: "a",
    title: "no verification",
    overrides: { ...BUDGET, stall_diagnostics: { repair_aware: false } },
    promise: "It claims success while the tests are red. At least the result says verified: false.",
  },
  {
    id: "b",
    title: "verification",
    overrides: { ...BUDGET, ...VERIFICATION, stall_diagnostics: { repair_aware: false } },
    promise: "False claims are vetoed until the budget is burnt. It ends without saying what fails.",
  },
  {
    id: "c",
    title: "verification and repair_aware",
    overrides: { ...BUDGET, ...VERIFICATION, stall_diagnostics: { repair_aware: true } },
    promise:
      "It is told which failure its edits did not change, is checked after each edit, ends with proof.",
  },
]
