import type { CommandOutcome } from "@proofloop/foundation/process"
import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { missingModule, type ParsedDiagnostic, type ReadOutput } from "@proofloop/runtime/internal/detector"
import { type CheckOutcome, readCheck } from "@proofloop/runtime/internal/evidence"
import type { TestOutcome } from "../feedback.ts"
import { assertionReason, isOfTest, RAISED } from "./assertion.ts"
import { cannotRun, type TestPlace, unknownReport } from "./cannot_run.ts"

export interface Classified {
  readonly outcome: TestOutcome
  readonly reason: string
  /** For an error: whether nothing could run here, or the test is bad. null for pass and fail. */
  readonly blame: "environment" | "test" | null
  /** How many tests ran, without expected failures; null: unknown. */
  readonly tests_run: number | null
}

/** Why two runs of a test do not prove a fix, and what is at fault. */
export interface Shown {
  readonly reason: string
  readonly blame: "environment" | "test" | "fix"
}

/** What a run on the base and one on the fix prove; null: the test fails on the base and passes on the fix. */
export function judgeSides(base: Classified, fix: Classified): Shown | null {
  const lacking = [base, fix].find(({ blame }) => blame === "environment")
  if (lacking !== undefined) return { reason: lacking.reason, blame: "environment" }
  const [on_base, on_fix] = [`on the base: ${base.reason}`, `on the fix: ${fix.reason}`]
  if (base.outcome === "error" || fix.outcome === "error") {
    const broken = [
      ...(base.outcome === "error" ? [on_base] : []),
      ...(fix.outcome === "error" ? [on_fix] : []),
    ]
    const reason = `the test could not be judged; ${broken.join("; ")}`
    // A test that can assert on the base can run, so the fix breaks it.
    return { reason, blame: base.outcome === "fail" ? "fix" : "test" }
  }
  if (base.outcome === "fail") return fix.outcome === "fail" ? stillFails(on_fix) : fewerRan(base, fix)
  return fix.outcome === "pass"
    ? { reason: "the test passes on the base as well, so it does not exercise the bug", blame: "test" }
    : { reason: `the test passes on the base and fails with the fix; ${on_fix}`, blame: "test" }
}

function stillFails(on_fix: string): Shown {
  return { reason: `the test still fails with the fix; ${on_fix}`, blame: "fix" }
}

/** A test that fails on the base may be skipped on the fix, while others pass. */
function fewerRan({ tests_run: before }: Classified, { tests_run: now }: Classified): Shown | null {
  if (before === null || now === null || now >= before) return null
  const reason = `${now} tests ran on the fix and ${before} on the base; the test that fails has to run on both`
  return { reason, blame: "fix" }
}

/**
 * Judges a run. Never throws.
 *
 * - pass: exit code 0, and at least one test is known to have run
 * - fail: an assertion of a test of the file does not hold
 * - error: everything else, such as an exception, or a missing runner
 * @requirement self-correction.differential
 */
export function classifyTest(outcome: CommandOutcome, place: TestPlace): Classified {
  const check = readCheck(outcome, { command: place.test.command })
  const lacking = cannotRun(check, place)
  const judged = lacking === null ? judgedRun(check, place) : error(lacking, "environment")
  return { ...judged, tests_run: check.parsed?.tests_run ?? null }
}

type Judged = Omit<Classified, "tests_run">

function judgedRun(check: CheckOutcome, place: TestPlace): Judged {
  const { exit_code, parsed, parser = "" } = check
  if (parsed === undefined || exit_code === undefined || exit_code === null)
    return error(`${place.test.command} ${check.status === "pass" ? "" : check.reason}`)
  return exit_code === 0 ? classifyGreen(check, place) : classifyRed({ parsed, parser }, exit_code, place)
}

function classifyGreen(check: CheckOutcome, place: TestPlace): Judged {
  if (check.status === "fail") {
    const [failure] = check.parsed.diagnostics
    return error(`the exit code is 0 although a test failed: ${describe(failure)}`)
  }
  const { parser, tests_run = null } = check
  if (tests_run === 0) return error("no test ran")
  if (check.status === "weak" || (check.status !== "pass" && tests_run !== null))
    return error(`${place.test.command} ${check.reason}`)
  if (tests_run === null) {
    // Gradle names no test that passed, and fails when a filter finds none.
    if (check.status === "pass" && parser === "gradle" && place.test.command.includes(" --tests "))
      return pass("the build is green")
    const unknown = unknownReport(place)
    if (unknown !== null) return error(unknown, "environment")
    return error("the exit code is 0, but what was printed does not tell that a test ran")
  }
  return pass(`${tests_run} tests passed`)
}

function classifyRed({ parsed, parser }: ReadOutput, exit_code: number, { root, test }: TestPlace): Judged {
  const { diagnostics, tests_run } = parsed
  const failures = diagnostics.filter(({ test_id }) => test_id !== undefined)
  const [first] = diagnostics
  const place = { path: test.path, root, parser }
  if (failures.length === 0 || tests_run === 0) {
    const crash =
      parser === "traceback" ? diagnostics.find((each) => isOwnCrash(each, test.path, root)) : null
    if (crash) return fail(crash)
    if (first === undefined) return error(`no test ran: exit code ${exit_code}`)
    const is_raised = first.kind === "runtime" && missingModule(first.message) === null && tests_run !== 0
    return error(
      `no test ran${is_raised ? " to its end" : ""}: ${describe(first)}${is_raised ? ` (${RAISED})` : ""}`,
    )
  }
  const own = failures.filter((failure) => isOfTest(failure, test.path, root))
  const [failure] = own
  if (failure === undefined)
    return error(`what fails is not a test of ${test.path}: ${describe(failures[0])}`)
  const asserted = own.find((each) => assertionReason(each, place) === null)
  if (asserted !== undefined) return fail(asserted)
  const why = assertionReason(failure, place) ?? ""
  return error(`the test fails, but not by an assertion of its own: ${describe(failure)} (${why})`)
}

/** Tape, and a script without a runner, end with Node's failed assertion. */
function isOwnCrash({ code, location }: ParsedDiagnostic, path: string, root: string): boolean {
  const is_assertion = code === "ERR_ASSERTION" || code === "AssertionError"
  return (
    is_assertion && location !== undefined && isOfTest({ kind: "test", message: "", location }, path, root)
  )
}

function describe(diagnostic: ParsedDiagnostic | undefined): string {
  const text = cutCodePoints(oneLine(diagnostic?.message ?? ""), 300)
  return diagnostic?.test_id === undefined ? text : `${cutCodePoints(diagnostic.test_id, 200)}: ${text}`
}

function pass(reason: string): Judged {
  return { outcome: "pass", reason, blame: null }
}

function fail(failure: ParsedDiagnostic): Judged {
  return { outcome: "fail", reason: `an assertion fails: ${describe(failure)}`, blame: null }
}

function error(reason: string, blame: "environment" | "test" = "test"): Judged {
  return { outcome: "error", reason, blame }
}
