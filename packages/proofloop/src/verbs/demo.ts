import { flag } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const demo: Verb = {
  name: "demo",
  summary: "Run a scripted weak model on a real bug three times: unverified, verified, with repair_aware",
  positionals: [],
  options: { keep: flag("Keep the three repositories, and say where they are") },
  notes: `Takes about ten seconds, needs git and no network. Exit code 0 only if all three runs end as promised.
`,
  run: async (input, io) => (await import("../demo/demo.ts")).runDemo(input, io),
}
