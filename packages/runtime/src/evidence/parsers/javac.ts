import { readJavacErrors } from "./java/compiler.ts"
import { isGradleOutput } from "./java/gradle_output.ts"
import type { OutputParser } from "./parser.ts"

const JAVAC =
  /^(?:[A-Za-z]:)?[^\s:]{1,1000}\.java:\d{1,7}: error: |^(?:[A-Za-z]:)?[^\s:]{1,1000}\.java:\d{1,7}:\d{1,7}: compiler\.err\.|^error: (?:file not found: .{1,1000}\.java|release version \d|invalid (?:source|target) release|warnings found and -Werror)/m

/** Reads javac, also with -XDrawDiagnostics, which alone gives errors a code. */
export const javacParser: OutputParser = {
  name: "javac",
  marks: [".java:", "error: file not found: ", "error: release version ", "error: invalid source release"],
  recognises: (text) => JAVAC.test(text) && !isGradleOutput(text),
  parse: (text) => {
    const diagnostics = readJavacErrors(text.split("\n"))
    return diagnostics.length === 0 ? null : { diagnostics, tests_run: null, ran_test_ids: null }
  },
}
