import type { DiagnosticLocation } from "../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../environment.ts"
import { readBuildErrors } from "./go_test/build_errors.ts"
import { type GoPackage, plainLines, readPackages } from "./go_test/packages.ts"
import { type GoPanic, parentsOf, readPanic } from "./go_test/panic.ts"
import { type GoTest, type GoTests, readTests } from "./go_test/tests.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const REPORT =
  /^(?:ok {2}|FAIL|\? {3})\t\S|^=== (?:RUN|CONT|NAME|PAUSE) |--- (?:FAIL|PASS|SKIP): \S{1,512} \(\d|^panic: test timed out after |^\{.{0,200}"Action":"(?:run|output|pass|fail|skip|start|build-output)"/m
const BUILD =
  /^(?:vet: )?(?:[A-Za-z]:)?[^\s:]{1,512}\.go:\d{1,7}:\d{1,7}: |^go: |^# \S{1,512}(?: \[\S{1,512}\.test\])?\n\S{1,512}\.go:\d|^WARNING: DATA RACE$/m
const RACE = /^WARNING: DATA RACE$/
const RACE_PLACE = /^ {6}(\S{1,1024}\.go):(\d{1,7}) /

/** Reads `go test` (plain, -v, -json), `go build` and `go vet`. A test id is "import/path.TestName/subtest". */
export const goTestParser: OutputParser = {
  name: "go_test",
  marks: [
    "ok  \t",
    "FAIL\t",
    "?   \t",
    "=== RUN   ",
    "--- FAIL: ",
    "--- PASS: ",
    "--- SKIP: ",
    "panic: test timed out after ",
    '"Action":"',
    ".go:",
    "go: ",
    "WARNING: DATA RACE",
  ],
  recognises: (text) => REPORT.test(text) || BUILD.test(text),
  parse: (text) => {
    const packages = readPackages(text.split("\n")).map((item) => ({ item, read: readTests(item.lines) }))
    const built = readBuildErrors(plainLines(packages.map(({ item }) => item)))
    const tested = packages.flatMap(({ item, read }) => readPackage(item, read, built.length > 0))
    const tests_run = count(packages)
    if (built.length + tested.length === 0 && !REPORT.test(text)) return null
    return {
      diagnostics: [...built, ...tested],
      tests_run,
      ran_test_ids: tests_run === null ? null : listRan(packages),
    }
  },
}

interface ReadPackage {
  readonly item: GoPackage
  readonly read: GoTests
}

function readPackage(
  { name, status, lines }: GoPackage,
  read: GoTests,
  has_built_errors: boolean,
): readonly ParsedDiagnostic[] {
  const panic = readPanic(read)
  const failed = failedTests(read, panic).map((test) => toDiagnostic(testId(name, test.name), test))
  const ended = panic === null ? [] : toPanics(name, panic, read)
  const found = [...failed, ...ended, ...(failed.length > 0 ? [] : readRace(lines))]
  if (found.length > 0) return found
  if (status === "failed") return [unexplained(name, read.printed.join("\n") || "failed")]
  return status === "unbuilt" && !has_built_errors
    ? [{ kind: "build", code: "build", message: "build failed", location: { path: name ?? "" } }]
    : []
}

/** Leaves out tests that failed only because of a subtest, and tests that the panic ended. */
function failedTests({ tests }: GoTests, panic: GoPanic | null): readonly GoTest[] {
  const failed = [...tests.values()].filter(({ outcome }) => outcome === "FAIL")
  const parents = new Set(failed.flatMap(({ name }) => parentsOf(name)))
  return failed.filter(
    ({ name, message }) => !panic?.names.includes(name) && (message !== "" || !parents.has(name)),
  )
}

function toDiagnostic(test_id: string, { message, location }: GoTest): ParsedDiagnostic {
  const is_race = message.includes("race detected during execution of test")
  return {
    kind: isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "test",
    test_id,
    message: message === "" ? "failed" : message,
    ...(is_race ? { code: "race" } : {}),
    ...(location === undefined ? {} : { location }),
  }
}

function toPanics(
  name: string | null,
  { names, message, is_timeout, location }: GoPanic,
  { tests }: GoTests,
): readonly ParsedDiagnostic[] {
  const code = is_timeout ? "timeout" : "panic"
  const place = location === undefined ? {} : { location }
  if (names.length === 0) return [{ kind: is_timeout ? "timeout" : "runtime", code, message, ...place }]
  return names.map((test) => {
    const logged = tests.get(test)?.message ?? ""
    return {
      kind: is_timeout ? "timeout" : "test",
      test_id: testId(name, test),
      code,
      message: logged === "" ? message : `${logged}\n${message}`,
      ...place,
    }
  })
}

/** A package that failed without naming a test: known by code and path. */
function unexplained(name: string | null, message: string): ParsedDiagnostic {
  const kind = isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "runtime"
  return { kind, code: "exit", message, location: { path: name ?? "" } }
}

/** A race outside of tests: `go run -race`. */
function readRace(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const at = lines.findIndex((line) => RACE.test(line))
  if (at === -1) return []
  const [, path, row] = lines.slice(at, at + 10).flatMap((line) => RACE_PLACE.exec(line) ?? [])
  const location: DiagnosticLocation | undefined =
    path === undefined ? undefined : { path, line: Number(row) }
  return [
    { kind: "runtime", code: "race", message: "DATA RACE", ...(location === undefined ? {} : { location }) },
  ]
}

/** Tests that ran, subtests among them; known only if every package lists its own (-v) or has none. */
function count(packages: readonly ReadPackage[]): number | null {
  const reported = packages.filter(({ item, read }) => item.status !== "cut" || read.tests.size > 0)
  if (reported.length === 0) return null
  return reported.every(isListed) ? listRan(reported).length : null
}

function isListed({ item, read }: ReadPackage): boolean {
  if (item.status === "none" || item.status === "unbuilt") return true
  const tests = [...read.tests.values()]
  return item.status !== "cut" && tests.length > 0 && tests.every(({ started }) => started)
}

function listRan(packages: readonly ReadPackage[]): readonly string[] {
  return packages.flatMap(({ item, read }) =>
    [...read.tests.values()]
      .filter(({ outcome }) => outcome !== "SKIP")
      .map(({ name }) => testId(item.name, name)),
  )
}

function testId(package_name: string | null, test: string): string {
  return package_name === null ? test : `${package_name}.${test}`
}
