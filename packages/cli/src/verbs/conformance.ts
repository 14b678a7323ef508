import type { Verb } from "../arguments/verb.ts"

/** `proofloop conformance`: the published transcripts, against ours or another implementation. */
export const conformance: Verb = {
  name: "conformance",
  summary: "Run the conformance transcripts against this implementation, or another one",
  positionals: [],
  options: {
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
    reporter: {
      type: "string",
      value: "NAME",
      choices: ["human", "tap", "junit", "json"],
      doc: "human (default), tap, junit or json",
    },
    "output-file": { type: "string", value: "FILE", doc: "Write the report there; the counts go to stderr" },
  },
  notes: `exit codes
  0 every case passed   1 a case failed   2 misuse
`,
  async run(input, io) {
    const { runConformance } = await import("../conformance/run_conformance.ts")
    return runConformance(input, io)
  },
}
