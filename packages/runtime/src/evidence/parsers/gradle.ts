import type { DiagnosticKind, DiagnosticLocation } from "../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../environment.ts"
import { readGradleTests } from "./gradle/tests.ts"
import { readJavacErrors } from "./java/compiler.ts"
import { isGradleOutput } from "./java/gradle_output.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const KOTLIN =
  /^e: (?:file:\/\/)?((?:[A-Za-z]:)?[^\s:]{1,1000}\.kts?):(?: \()?(\d{1,7})[:,] ?(\d{1,7})\)?:? (.{1,4000})$/
const START = "* What went wrong:"
const WHERE =
  /^(?:Build|Settings|Initialization|Script)? ?file '(.{1,1000})' line: (\d{1,7})$|^Script '(.{1,1000})' line: (\d{1,7})$/
const END = /^\* (?:Try|Get more help|Exception is|Where)|^={20}|^-{20}|^BUILD /
/** Repeats what tests and compiler have said. */
const REPEATED = /There were failing tests|Compilation (?:failed|error)/
const TASK = /^Execution failed for task '(\S{1,200})'/
const UNREACHABLE =
  /offline mode|Could not (?:GET|HEAD|resolve host)|Connect(?:ion)? |UnknownHost|Unable to load Maven meta-data|Unsupported class file major version|Could not determine java version|No matching toolchains|SDK location not found|status code 5\d\d/
const MAX_LINES = 40

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

/** Why the build failed, in Gradle's words, unless tests or compiler have told it already. */
function readWhatWentWrong(lines: readonly string[], has_told: boolean): readonly ParsedDiagnostic[] {
  return lines.flatMap((line, index) => {
    if (line !== START) return []
    const below = lines.slice(index + 1, index + 1 + MAX_LINES)
    const end = below.findIndex((other) => END.test(other))
    const message = (end === -1 ? below : below.slice(0, end)).join("\n").trim()
    if (message === "" || (has_told && REPEATED.test(message))) return []
    return [toDiagnostic(message, whereAbove(lines, index))]
  })
}

function toDiagnostic(message: string, location: DiagnosticLocation | undefined): ParsedDiagnostic {
  const code = TASK.exec(message)?.[1]
  return { kind: kindOf(message), message, code, location }
}

function kindOf(message: string): DiagnosticKind {
  if (message.includes("No tests found for given includes")) return "test"
  if (UNREACHABLE.test(message)) return "environment"
  // A repository that answers and has no such module: the coordinates are wrong.
  if (message.includes("> Could not find ")) return "build"
  return isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "build"
}

function whereAbove(lines: readonly string[], index: number): DiagnosticLocation | undefined {
  for (const line of lines.slice(Math.max(0, index - 4), index)) {
    const [, file, row, script, script_row] = WHERE.exec(line) ?? []
    const path = file ?? script
    if (path !== undefined) return { path, line: Number(row ?? script_row) }
  }
  return undefined
}
