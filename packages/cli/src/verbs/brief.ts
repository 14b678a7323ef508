import { value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { PLACE_OPTIONS } from "../verdicts/judged_change_options.ts"

const { ledger: _, ...PLACE } = PLACE_OPTIONS

export const brief: Verb = {
  name: "brief",
  summary: "Issue what a judge of a change is to read, and nothing else",
  positionals: [],
  options: {
    lens: value("NAME", "With the question of this lens and what a verdict is, as a model is asked"),
    "prompt-dir": value("DIR", "With --lens: prompts of your own, by the same names"),
    ...PLACE,
  },
  notes: `Contract, tests and conventions as they were at the base, and the diff. Verdicts on this change that are recorded
by hand from now on carry the brief's hash; without one they have the caveat no_brief.

exit codes
  0 issued   2 misuse

example
  npx proofloop brief --base origin/main --contract "docs/api/**" --lens wiring | your-agent
`,
  run: async (input, io) => (await import("../verdicts/issue.ts")).issue(input, io),
}
