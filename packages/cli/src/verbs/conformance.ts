import type { Verb } from "../arguments/verb.ts"

export const conformance: Verb = {
  name: "conformance",
  summary: "Hold this implementation, or another one, against the promises",
  positionals: [],
  options: {
    suite: {
      type: "string",
      value: "NAME",
      choices: ["promises", "golden", "all"],
      doc: "promises: what any implementation can keep; golden: ours alone; all (default for ours)",
    },
    filter: { type: "string", value: "TEXT", doc: "Only cases whose id or requirement contains it" },
    skip: {
      type: "string",
      value: "TEXT",
      multiple: true,
      doc: "Leave out cases whose id or requirement contains it",
    },
    implementation: {
      type: "string",
      value: "COMMAND",
      doc: "Another implementation, asked over JSON lines on its stdio",
    },
    preset: {
      type: "string",
      value: "FILE",
      doc: "Lay the cases over these options: YAML, JSON, a module or a preset's name",
    },
    processes: {
      type: "string",
      value: "N",
      doc: "So many processes share the cases; default 1, for our golden ones one a core and at most 4",
    },
    reporter: {
      type: "string",
      value: "NAME",
      choices: ["human", "tap", "junit", "json", "github", "markdown"],
      doc: "human (default), tap, junit, json, github (annotations) or markdown (a summary)",
    },
    report: { type: "string", value: "NAME=FILE", multiple: true, doc: "Also write this report to a file" },
  },
  notes: `Another implementation, and ours under a preset, is held against the promises alone unless --suite says otherwise.

exit codes
  0 every case passed   1 a case failed   2 misuse

examples
  npx proofloop conformance --implementation "python3 detector.py" --filter repair/
  npx proofloop conformance --reporter github --report junit=conformance.xml
`,
  async run(input, io) {
    const { runConformance } = await import("../conformance/run_conformance.ts")
    return runConformance(input, io)
  },
}
