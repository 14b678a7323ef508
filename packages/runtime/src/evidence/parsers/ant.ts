import { readJavacErrors } from "./java/compiler.ts"
import { methodName, thrownBy } from "./java/thrown.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const ANT = /^Buildfile: \S|^ {2,12}\[(?:javac|junit)\] \S|^BUILD FAILED\n\S{1,1000}:\d{1,7}: /m
const TASK = /^ {1,12}\[(?:javac|junit|junitlauncher)\] ?/
const SUITE = /^(?:Testsuite: |Running )([\w.$]{1,400})$/
const SUMMED =
  /^Tests run: (\d{1,9}), Failures: \d{1,9}, Errors: \d{1,9}(?:, Skipped: (\d{1,9}))?, Time elapsed: /
const FAILED = /^Tests run: \d{1,9}, Failures: (\d{1,9}), Errors: (\d{1,9})/
const CASE = /^Testcase: ([^\s()]{1,400})(?:\(([\w.$]{1,400})\))?(?: took [\d.,]{1,16} sec|:\t(.{1,200}))$/
const END = /^(?:Testcase: |Testsuite: |Running |Test \S{1,400} FAILED|Tests run: |BUILD )/
const VERDICT = /^\t?(FAILED|Caused an ERROR|SKIPPED)/
const CRASHED = /^Test ([\w.$]{1,400}) FAILED \((crashed|timeout)\)$/
const CLASS_NAME = /^[\w$]{1,200}(?:\.[\w$]{1,200}){1,30}(?::|$)/
const BUILD_FILE = /^(\S{1,1000}\.xml):(\d{1,7}): (.{1,2000})$/
const REPEATED = /^(?:Compile failed; see|Test \S{1,400} failed|Tests failed|.{0,200}tests? failed)/i

/** Reads Ant, its javac and junit tasks with the plain and the brief formatter. A test id is "package.Class.method". */
export const antParser: OutputParser = {
  name: "ant",
  marks: ["Buildfile: ", "[javac] ", "[junit] ", "BUILD FAILED"],
  recognises: (text) => ANT.test(text),
  parse: (text) => {
    const lines = text.split("\n").map((line) => line.replace(TASK, ""))
    const cases = readCases(lines)
    const failed = cases.flatMap(({ diagnostic }) => (diagnostic === null ? [] : [diagnostic]))
    const told = [...readJavacErrors(lines), ...failed, ...lines.flatMap(readCrash)]
    const tests_run = countTests(lines)
    const ran = cases.flatMap(({ test_id, is_skipped }) => (is_skipped ? [] : [test_id]))
    return withStated(
      {
        diagnostics: [...told, ...readBuildFailure(lines, told.length > 0)],
        tests_run,
        ran_test_ids: tests_run === ran.length ? ran : null,
      },
      sumOfLines(lines, FAILED),
    )
  },
}

interface Case {
  readonly test_id: string
  readonly is_skipped: boolean
  readonly diagnostic: ParsedDiagnostic | null
}

function readCases(lines: readonly string[]): readonly Case[] {
  const cases: Case[] = []
  let suite = ""
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    suite = SUITE.exec(line)?.[1] ?? suite
    const [, method, class_name = suite, told] = line.startsWith("Testcase: ") ? (CASE.exec(line) ?? []) : []
    if (method === undefined) continue
    const test_id = `${class_name}.${methodName(method)}`
    const body = bodyBelow(lines, index + 1)
    const verdict = VERDICT.exec(told ?? body[0] ?? "")?.[1]
    const is_failure = verdict !== undefined && verdict !== "SKIPPED"
    cases.push({
      test_id,
      is_skipped: verdict === "SKIPPED",
      diagnostic: is_failure ? thrownBy(test_id, withoutVerdict(body)) : null,
    })
    index += body.length
  }
  return cases
}

function bodyBelow(lines: readonly string[], start: number): readonly string[] {
  let end = start
  while (end < lines.length && lines[end] !== "" && !END.test(lines[end] ?? "")) end += 1
  return lines.slice(start, end)
}

/** The message stands alone before the line that repeats it behind its class. */
function withoutVerdict(body: readonly string[]): readonly string[] {
  const told = body.filter((line) => !VERDICT.test(line))
  const thrown = told.findIndex((line) => CLASS_NAME.test(line))
  return thrown === -1 ? told : told.slice(thrown)
}

function readCrash(line: string): readonly ParsedDiagnostic[] {
  const [, test_id, how] = CRASHED.exec(line) ?? []
  if (test_id === undefined) return []
  return [
    { kind: how === "timeout" ? "timeout" : "runtime", code: "exit", test_id, message: `${how ?? "failed"}` },
  ]
}

/** A suite is summed up once by its formatter and perhaps once more by the task. */
function countTests(lines: readonly string[]): number | null {
  let count: number | null = null
  let is_open = true
  for (const line of lines) {
    if (SUITE.test(line)) is_open = true
    const [, run, skipped = "0"] = is_open ? (SUMMED.exec(line) ?? []) : []
    if (run === undefined) continue
    count = (count ?? 0) + Math.max(0, Number(run) - Number(skipped))
    is_open = false
  }
  return count
}

function readBuildFailure(lines: readonly string[], has_told: boolean): readonly ParsedDiagnostic[] {
  return lines.flatMap((line, index) => {
    const above = lines[index - 1]
    if (above !== "BUILD FAILED" || line === "") return []
    const [, path, row, message = line.trim()] = BUILD_FILE.exec(line) ?? []
    if (has_told && REPEATED.test(message)) return []
    return [
      { kind: "build", message, location: path === undefined ? undefined : { path, line: Number(row) } },
    ]
  })
}
