import { configured, flag, value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import {
  CONSENSUS_OPTIONS,
  PLACE_OPTIONS,
  VERIFIER_MODEL_OPTIONS,
} from "../verdicts/judged_change_options.ts"
import { brief } from "./brief.ts"
import { consensus } from "./consensus.ts"
import { evaluation } from "./eval.ts"
import { verdict } from "./verdict.ts"

export const verify: Verb = {
  name: "verify",
  summary: "Let a change through only when independent verifiers and its tests agree",
  positionals: ["[TASK]"],
  actions: [brief, verdict, consensus, evaluation],
  runs_itself: true,
  options: {
    "run-verifiers": flag("Let a model judge through each lens that has no verdict on this change yet"),
    verify: configured(value("COMMAND", "Must pass as well, in the work tree"), "verify"),
    ...VERIFIER_MODEL_OPTIONS,
    "builder-model": value("NAME", "The model that built it; a verdict by the same model gets a caveat"),
    ...CONSENSUS_OPTIONS,
    ...PLACE_OPTIONS,
  },
  notes: `Runs consensus itself. A change that edits its own contract, or edits or removes tests of the base, is at best
ESCALATE. Verifiers see the contract, the tests, the conventions and the diff, and nothing of the builder's.

exit codes
  0 PASS   1 HARD-STOP, or the ledger is damaged   2 misuse   3 ESCALATE   130 stopped

example
  npx proofloop verify --base origin/main --contract "docs/api/**" --run-verifiers --verify "npm test"
`,
  run: async (input, io) => (await import("../verdicts/verify_change.ts")).verifyChange(input, io),
}
