import type { Verb } from "../arguments/verb.ts"

export const explain: Verb = {
  name: "explain",
  summary: "Show the timeline of a trace or a journal",
  positionals: ["FILE"],
  options: {},
  notes: `A trace is what \`trace\` of createAgentLoop, or proofloop run --trace FILE, writes: one JSON event a line. It holds no
text of models or tools. A file may hold several runs. Broken lines are reported and skipped.
A journal is what proofloop run --journal FILE writes: one run with all that was said, so that it can be resumed.
`,
  run: async (input, io) => (await import("../explain/explain.ts")).explain(input, io),
}
