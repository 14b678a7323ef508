import type { Verb } from "../arguments/verb.ts"
import { CONSENSUS_OPTIONS, PLACE_OPTIONS } from "../verdicts/judged_change_options.ts"

export const consensus: Verb = {
  name: "verify consensus",
  summary: "Decide on the recorded verdicts: PASS, HARD-STOP or ESCALATE",
  positionals: ["[TASK]"],
  options: { ...CONSENSUS_OPTIONS, ...PLACE_OPTIONS },
  notes: `Read-only. Any refutation or security finding is HARD-STOP. A risk, a missing lens or a verdict that cannot be read is
ESCALATE. PASS needs three distinct lenses that agree on exactly this change. The latest verdict of a lens counts.

exit codes
  0 PASS   1 HARD-STOP, or the ledger is damaged   2 misuse   3 ESCALATE
`,
  run: async (input, io) => (await import("../verdicts/decide.ts")).decide(input, io),
}
