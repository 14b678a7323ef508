import type { Verb } from "../arguments/verb.ts"

export const demo: Verb = {
  name: "demo",
  summary: "Run a scripted weak model on a real bug three times: unverified, verified, with repair_aware",
  positionals: [],
  options: { keep: { type: "boolean", doc: "Keep the three repositories, and say where they are" } },
  notes: `Takes about ten seconds, needs git and no network. Exit code 0 only if all three runs come out as promised.
`,
  async run(input, io) {
    const { runDemo } = await import("../demo/demo.ts")
    return runDemo(input, io)
  },
}
