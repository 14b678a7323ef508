import { value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { PLACE_OPTIONS } from "../verdicts/judged_change_options.ts"

const { ledger: _, ...PLACE } = PLACE_OPTIONS

export const brief: Verb = {
  name: "verify brief",
  summary: "Print the brief for a judge of a change",
  positionals: [],
  options: {
    lens: value("NAME", "Add this lens's question and the rules for a verdict"),
    "prompt-dir": value("DIR", "With --lens: prompts of your own, by the same names"),
    ...PLACE,
  },
  notes: `A brief holds the contract, tests and conventions of the base, and the diff. Verdicts on this change that are recorded
by hand from now on carry its hash. A verdict without a brief gets the caveat no_brief.

exit codes
  0 issued   2 misuse

example
  npx proofloop verify brief --base origin/main --contract "docs/api/**" --lens wiring | your-agent
`,
  run: async (input, io) => (await import("../verdicts/issue.ts")).issue(input, io),
}
