import type { CommandOutcome } from "@proofloop/foundation/process"
import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { type ParsedDiagnostic, type ReadOutput, parseOutput } from "@proofloop/runtime/detector"
import { reasonLacking, reasonNotRun } from "@proofloop/stdlib/critics"
import type { RegressionTest, TestOutcome } from "../feedback/feedback.ts"
import { assertionReason, isOfTest } from "./classify_failure.ts"
import { FixError } from "./fix_error.ts"

export interface TestPlace {
  readonly root: string
  readonly test: Pick<RegressionTest, "path" | "command">
  readonly timeout_ms: number
}

export interface Classified {
  readonly outcome: TestOutcome
  readonly reason: string
  /** How many tests ran, without those that were expected to fail; null: not known. */
  readonly tests_run: number | null
}

/**
 * pass: exit code 0, and a test is known to have run. fail: an assertion of a test of the file does not hold. error: everything
 * else, such as a time-out or an exception. Throws a FixError when the runner is not installed. @requirement self-correction.differential
 */
export function classifyTest(outcome: CommandOutcome, place: TestPlace): Classified {
  const read = parseOutput(outcome.output, place.test.command)
  return { ...judged(outcome, place, read), tests_run: read.parsed.tests_run }
}

type Judged = Omit<Classified, "tests_run">

function judged(outcome: CommandOutcome, place: TestPlace, read: ReadOutput): Judged {
  const { command } = place.test
  if (outcome.timed_out) return error(`the test did not end within ${Math.ceil(place.timeout_ms / 1000)} s`)
  const not_run = reasonNotRun(command, outcome)
  if (not_run !== null && outcome.signal === null) throw new FixError("environment", not_run)
  if (not_run !== null) return error(not_run)
  return outcome.exit_code === 0 ? classifyGreen(read) : classifyRed(read, outcome, place)
}

function classifyGreen({ parsed }: ReadOutput): Judged {
  if (parsed.tests_run === null) {
    return error("the exit code is 0, but what was printed does not tell that a test ran")
  }
  if (parsed.tests_run === 0) return error("no test ran")
  const [failure] = parsed.diagnostics.filter(({ kind, test_id }) => kind === "test" && test_id !== undefined)
  if (failure !== undefined) return error(`the exit code is 0 although a test failed: ${describe(failure)}`)
  return { outcome: "pass", reason: `${parsed.tests_run} tests passed` }
}

function classifyRed(read: ReadOutput, outcome: CommandOutcome, { root, test }: TestPlace): Judged {
  const { diagnostics, tests_run } = read.parsed
  const failures = diagnostics.filter(({ test_id }) => test_id !== undefined)
  const [first] = diagnostics
  if (failures.length === 0 || tests_run === 0) {
    if (isLacking(read, test.path)) {
      const lacking = reasonLacking(test.command, read, outcome.output)
      if (lacking !== null) throw new FixError("environment", lacking)
    }
    const why = first === undefined ? `exit code ${outcome.exit_code}` : describe(first)
    return error(
      tests_run === 0 || first?.kind === "build" ? `no test ran: ${why}` : `the test did not fail: ${why}`,
    )
  }
  const own = failures.filter((failure) => isOfTest(failure, test.path, root))
  const [failure] = own
  if (failure === undefined) return error(`what fails is no test of ${test.path}: ${describe(failures[0])}`)
  const asserted = own.find((each) => assertionReason(each, test.path, root) === null)
  if (asserted !== undefined) return { outcome: "fail", reason: `an assertion fails: ${describe(asserted)}` }
  const why = assertionReason(failure, test.path, root) ?? ""
  return error(`the test fails, but not by an assertion of its own: ${describe(failure)} (${why})`)
}

/** What a test itself lacks, such as a server, is the fault of the test. */
function isLacking({ parsed }: ReadOutput, path: string): boolean {
  return !parsed.diagnostics.some(({ location, test_id }) =>
    `${location?.path ?? ""} ${test_id ?? ""}`.includes(path),
  )
}

function describe(diagnostic: ParsedDiagnostic | undefined): string {
  const text = cutCodePoints(oneLine(diagnostic?.message ?? ""), 300)
  return diagnostic?.test_id === undefined ? text : `${cutCodePoints(diagnostic.test_id, 200)}: ${text}`
}

function error(reason: string): Judged {
  return { outcome: "error", reason }
}
