import { count, value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const copy: Verb = {
  name: "fleet copy",
  summary: "Copy runs and feedback from one store into another: all of it or nothing",
  positionals: [],
  options: {
    from: value("STORE", "Required: a file, or postgres://USER@HOST/DATABASE; its rows stay as they are"),
    to: value("STORE", "Required: the same, made if missing"),
    "ended-within": count("DAYS", "Leave out what ended longer ago; default copy all"),
  },
  notes: `End everything that works on the rows first: while a process does, nothing is copied. Then name the new store with --store,
or in the configuration. Rows that the new store has with the same history are left as they are, so a second call is harmless.
Clones, journals, costs, the audit and the limits of a day lie in the state folder, and stay there.

exit codes
  0 copied, or there was nothing to copy   2 misuse
  1 a row has another history in the new store, or the old one is damaged   3 a process works on a row, or a store cannot be
    reached

example
  npx proofloop fleet copy --from ~/.proofloop/pipeline/runs.db --to postgres://ann@db/runs
`,
  run: async (input, io) => (await import("../store/copy.ts")).copyRows(input, io),
}
