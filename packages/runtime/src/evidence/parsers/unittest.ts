import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { withStated } from "./stated.ts"
import { readCrash, readSystemChecks, TEST_COMMAND } from "./unittest/django.ts"
import { readFailures } from "./unittest/failures.ts"
import { countRuns, type RunCount } from "./unittest/runs.ts"
import { toTestId } from "./unittest/test_id.ts"

const RULE = "=".repeat(70)
const RECOGNISED =
  /^={70}\n(?:ERROR|FAIL|UNEXPECTED SUCCESS): |^Ran \d{1,9} tests? in \d{1,9}(?:\.\d{1,9})?s$|^(?:django\.core\.management\.base\.)?SystemCheckError: |^\w{1,256} \([\w.]{1,512}\) failed:$/m
const LISTED = /^\w{1,256} \([\w.]{1,512}\) \.\.\. (?:ok|FAIL|ERROR|skipped .{0,400})$/m
/** Before Python 3.11 a test whose subtests fail leaves its line open, so that one line can name several tests. */
const STARTED = /(?:^|\.\.\. )([\w.]{1,256}) \(([\w.]{1,512})\)/g
const HOOK = /^(?:setUp|tearDown)(?:Class|Module)$/
const NOT_LOADED = /^unittest2?\.loader\./

/** Reads Python's unittest (2.7 to 3.13) and the runner of Django. A test id is "module.Class.test", without the subtest. */
export const unittestParser: OutputParser = {
  name: "unittest",
  always_reports: true,
  marks: [RULE, "Ran ", "SystemCheckError: ", ") ... ", ") failed:\n", TEST_COMMAND],
  commands: /\bunittest\b|\bmanage\.py\b|\bruntests\.py\b/,
  recognises: (text) =>
    (mayBeUnittest(text) && (RECOGNISED.test(text) || LISTED.test(text))) || text.includes(TEST_COMMAND),
  parse: (text) => {
    const lines = text.split("\n")
    const runs = countRuns(lines)
    const listed = readListed(lines)
    const found = [...readFailures(lines), ...readSystemChecks(lines)]
    const failures = runs === null && found.length === 0 ? readCrash(text, lines) : found
    const diagnostics = [...failures, ...unexplained(failures, listed.unexpected, runs)]
    const tests_run = countTests(failures, runs)
    if (tests_run === null && diagnostics.length === 0) return null
    return withStated(
      { diagnostics, tests_run, ran_test_ids: completeRun(listed, runs) },
      runs?.failed ?? null,
    )
  },
}

function mayBeUnittest(text: string): boolean {
  return (
    text.includes(RULE) ||
    text.includes("Ran ") ||
    text.includes("SystemCheckError: ") ||
    text.includes(") ... ") ||
    text.includes(") failed:\n")
  )
}

/** Before Python 3.12 a test that passes although it should fail has no block: only the list or the summary tells it. */
function unexplained(
  failures: readonly ParsedDiagnostic[],
  listed: readonly string[],
  runs: RunCount | null,
): readonly ParsedDiagnostic[] {
  const missing = (runs?.unexpected ?? 0) - failures.filter(({ code }) => code === "UnexpectedSuccess").length
  if (missing <= 0) return []
  const message = "unexpected success"
  if (listed.length === 0) {
    return [{ kind: "test", code: "UnexpectedSuccess", message: `${missing} ${message}` }]
  }
  return listed.map((test_id) => ({ kind: "test", code: "UnexpectedSuccess", message, test_id }))
}

/** "Ran N tests" counts skipped tests and modules that could not be loaded as well. */
function countTests(failures: readonly ParsedDiagnostic[], runs: RunCount | null): number | null {
  if (runs === null) return null
  const not_loaded = failures.filter(({ kind }) => kind === "build").length
  return Math.max(0, runs.ran - runs.skipped - not_loaded)
}

interface ListedTests {
  /** One entry a line, those left out too. */
  readonly all: readonly string[]
  readonly skipped: ReadonlySet<string>
  readonly unexpected: readonly string[]
}

/** Reads "test_x (mod.Class) ... ok". The outcome may follow on a later line, behind the docstring or printed text. */
function readListed(lines: readonly string[]): ListedTests {
  const all: string[] = []
  const skipped = new Set<string>()
  const unexpected: string[] = []
  for (const line of lines) {
    if (line.length > 4000) continue
    for (const [, name = "", owner = ""] of line.matchAll(STARTED)) {
      if (!owner.includes(".") || HOOK.test(name)) continue
      all.push(NOT_LOADED.test(owner) ? "" : toTestId(name, owner))
    }
    const last = all.at(-1)
    if (last === undefined || last === "") continue
    if (line.includes("... skipped ") || line.endsWith("... expected failure")) skipped.add(last)
    if (line.endsWith("unexpected success")) unexpected.push(last)
  }
  return { all, skipped, unexpected }
}

/** The tests that ran, if as many are listed as the summary counts. */
function completeRun(listed: ListedTests, runs: RunCount | null): readonly string[] | null {
  if (runs === null || listed.all.length !== runs.ran) return null
  const ran = listed.all.filter((test_id) => test_id !== "" && !listed.skipped.has(test_id))
  return [...new Set(ran)]
}
