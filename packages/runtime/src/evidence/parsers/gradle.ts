import { readGradleTests } from "./gradle/tests.ts"
import { readWhatWentWrong } from "./gradle/what_went_wrong.ts"
import { readJavacErrors } from "./java/compiler.ts"
import { isGradleOutput } from "./java/gradle_output.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const KOTLIN =
  /^e: (?:file:\/\/)?((?:[A-Za-z]:)?[^\s:]{1,1000}\.kts?):(?: \()?(\d{1,7})[:,] ?(\d{1,7})\)?:? (.{1,4000})$/

/** Reads Gradle, its test events and the compilers in it. A test id is "package.Class.method" as far as Gradle names it. */
export const gradleParser: OutputParser = {
  name: "gradle",
  marks: [
    "> Task :",
    "FAILURE: Build ",
    "BUILD FAILED in ",
    "BUILD SUCCESSFUL in ",
    " completed, ",
    "> Configure project ",
  ],
  recognises: (text) => isGradleOutput(text),
  parse: (text) => {
    const lines = text.split("\n")
    const tests = readGradleTests(lines)
    const compiled = [...readJavacErrors(lines), ...lines.flatMap(readKotlin)]
    const has_told = tests.diagnostics.length + compiled.length > 0
    return {
      ...tests,
      diagnostics: [...compiled, ...tests.diagnostics, ...readWhatWentWrong(lines, has_told)],
    }
  },
}

function readKotlin(line: string): readonly ParsedDiagnostic[] {
  const [, path, row, column, message] = line.startsWith("e: ") ? (KOTLIN.exec(line) ?? []) : []
  return path === undefined || message === undefined
    ? []
    : [{ kind: "build", message, location: { path, line: Number(row), column: Number(column) } }]
}
