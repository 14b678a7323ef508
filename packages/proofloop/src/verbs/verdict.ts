import { choice, flag, value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { PLACE_OPTIONS } from "../verdicts/judged_change_options.ts"

export const verdict: Verb = {
  name: "verify verdict",
  summary: "Record what an independent verifier says about a change",
  positionals: ["[TASK]"],
  options: {
    lens: value("NAME", "wiring, concurrency-security, contract-conformance, or your own"),
    verdict: choice(
      "VALUE",
      ["pass", "fail", "risk"],
      "pass: tried to refute it and could not; fail: refuted; risk: no machine can settle it",
    ),
    evidence: value("TEXT", "What was looked at and found; mere approval is refused"),
    refutation: value("TEXT", "How you tried to refute the work"),
    security: flag("Marks a security finding; not with pass"),
    lifts: value(
      "TEXT",
      "Why the stop that another verifier gave through this lens does not hold; with pass alone",
    ),
    by: value("ID", "Who judges; default the user's name"),
    session: value("ID", "Session of the judgement; default a new one"),
    "model-name": value("NAME", "The model that judged; default none: a person"),
    file: value("FILE", "One verdict or a list of them as JSON; - is standard input"),
    ...PLACE_OPTIONS,
  },
  notes: `A verdict is bound to hashes of the change, its contract and its tests: after the next edit it is stale. The ledger is
append-only and hash-chained; all verdicts of a call are written, or none. Issue a brief to the judge before:
proofloop verify brief.

exit codes
  0 recorded   1 the ledger is damaged   2 misuse, a bad verdict   3 the ledger is in use

example
  npx proofloop verify verdict --lens wiring --verdict fail --contract docs/api.md \\
    --evidence "src/routes.ts:12 registers /refund without a handler"
`,
  run: async (input, io) => (await import("../verdicts/record_verdicts.ts")).recordVerdicts(input, io),
}
