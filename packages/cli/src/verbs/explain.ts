import type { Verb } from "../arguments/verb.ts"

/** `proofloop explain`: a trace as a timeline. */
export const explain: Verb = {
  name: "explain",
  summary: "Show the timeline of a trace",
  positionals: ["TRACE"],
  options: {},
  notes: `A trace is what \`trace\` of createAgentLoop, or proofloop run --trace FILE, writes: one JSON event a line. It holds no
text of models or tools. A file may hold several runs. Broken lines are reported and skipped.
`,
  async run(input, io) {
    const { explainTrace } = await import("../explain/explain.ts")
    return explainTrace(input, io)
  },
}
