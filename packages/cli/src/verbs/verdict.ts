import type { Verb } from "../arguments/verb.ts"
import { place_options } from "../verdicts/judged_change_options.ts"

export const verdict: Verb = {
  name: "verdict",
  summary: "Record what an independent verifier says about a change",
  positionals: ["[TASK]"],
  options: {
    lens: {
      type: "string",
      value: "NAME",
      doc: "wiring, concurrency-security, contract-conformance, or your own",
    },
    verdict: {
      type: "string",
      value: "VALUE",
      choices: ["pass", "fail", "risk"],
      doc: "pass: tried to refute it and could not; fail: refuted; risk: no machine can settle it",
    },
    evidence: {
      type: "string",
      value: "TEXT",
      doc: "What was looked at and found; mere approval is refused",
    },
    refutation: { type: "string", value: "TEXT", doc: "How it was tried to refute the work" },
    security: { type: "boolean", doc: "It is a security finding: never with pass" },
    by: { type: "string", value: "ID", doc: "Who judges; default the user's name" },
    session: { type: "string", value: "ID", doc: "The context it was judged in; default one of its own" },
    "model-name": { type: "string", value: "NAME", doc: "The model that judged; default none: a person" },
    file: {
      type: "string",
      value: "FILE",
      doc: "One verdict or a list of them as JSON; - is standard input",
    },
    ...place_options,
  },
  notes: `A verdict is bound to hashes of the change, its contract and its tests: after the next edit it is stale. The ledger is
append-only and hash-chained; all verdicts of a call are written, or none.

exit codes
  0 recorded   1 the ledger is damaged   2 misuse, a bad verdict   3 the ledger is in use

example
  npx proofloop verdict --lens wiring --verdict fail --contract docs/api.md \\
    --evidence "src/routes.ts:12 registers /refund, no handler of that name exists"
`,
  async run(input, io) {
    const { recordVerdicts } = await import("../verdicts/record_verdicts.ts")
    return recordVerdicts(input, io)
  },
}
