import { choice, count, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const conformance: Verb = {
  name: "conformance",
  summary: "Test this implementation, or another one, against the promises",
  positionals: [],
  options: {
    suite: choice(
      "NAME",
      ["promises", "golden", "all", "forged"],
      "promises, golden (ours alone), all (both; default for ours), forged (cheats on real code)",
    ),
    filter: value("TEXT", "Only cases whose id or requirement contains it"),
    skip: values("TEXT", "Leave out cases whose id or requirement contains it"),
    implementation: value("COMMAND", "Another implementation, which speaks JSON lines on stdio"),
    preset: value("FILE", "Run the cases over these options: YAML, JSON, a module or a preset's name"),
    processes: count(
      "N",
      "Processes that share the cases; default 1, for our golden cases one a core, at most 4",
    ),
    format: choice(
      "NAME",
      ["text", "tap", "junit", "json", "github", "markdown"],
      "text (default), tap, junit, json, github (annotations) or markdown (a summary)",
    ),
    report: values("FORMAT=FILE", "Also write the report in this format to a file"),
  },
  notes: `Another implementation, and ours with a preset, is tested against the promises alone, unless --suite says otherwise.

exit codes
  0 every case passed   1 a case failed   2 misuse

examples
  npx proofloop conformance --implementation "python3 detector.py" --filter repair/
  npx proofloop conformance --suite forged --filter removed/
  npx proofloop conformance --format github --report junit=conformance.xml
`,
  run: async (input, io) => (await import("../conformance/run_conformance.ts")).runConformance(input, io),
}
