import { isAbsolute } from "node:path"
import { isTestPath, testLanguageOf } from "@proofloop/foundation/paths"
import type { ParsedDiagnostic } from "@proofloop/runtime/internal/detector"
import { fileOfTest, relativeTo } from "@proofloop/stdlib/internal/critics"

/** Whether a failure belongs to this test file: by the file its name begins with, else by its place. */
export function isOfTest({ test_id, location }: ParsedDiagnostic, path: string, root: string): boolean {
  const file = test_id === undefined ? null : fileOfTest(test_id)
  if (file !== null) return isSameFile(relativeTo(root, file), path)
  const place = relativeTo(root, location?.path ?? "")
  // Where a runner names no file, the command does; the failure may lie in code that the test calls.
  return place === "" || isSameFile(place, path) || testLanguageOf(place) === null
}

export const RAISED =
  "an exception is not an assertion; when it is the bug, catch it and assert that none is thrown"

/** The source of a failure: the test file, the tree, and the parsers that knew the output, joined by "+". */
export interface FailurePlace {
  readonly path: string
  readonly root: string
  readonly parser: string
}

/**
 * Why a failed test did not fail by its own assertion; null when it did. Exceptions do not count, not even those of
 * the code under test: a test of such a bug asserts that nothing is raised. Assertions inside the code do not count
 * either.
 */
export function assertionReason(
  failure: ParsedDiagnostic,
  { path, root, parser }: FailurePlace,
): string | null {
  const place = relativeTo(root, failure.location?.path ?? "")
  const is_here = isSameFile(place, path)
  const asked = parser.split("+").map((name) => rules[name] ?? isNamed)
  if (failure.kind !== "test" || !asked.some((isAssertion) => isAssertion(failure, is_here))) {
    return RAISED
  }
  if (is_here || !isOfProject(place) || isTestPath(place) || MATCHER.test(failure.message)) return null
  return `the assertion is one in ${place}, not in the test`
}

/** Whether a runner's report shows a failed assertion; `is_here`: the failure is in the test file. */
type Rule = (failure: ParsedDiagnostic, is_here: boolean) => boolean

/** Jest shows where the exception came from that a matcher caught; that may be in the code. */
const MATCHER = /^(?:expect|assert)(?:\(|\.\w)/

/** Error classes of assertions, in JavaScript, Python and on the JVM. */
const CLASSES: ReadonlySet<string | undefined> = new Set([
  "AssertionError",
  "ERR_ASSERTION",
  "AssertionFailedError",
  "ComparisonFailure",
  "MultipleFailuresError",
])

const isNamed: Rule = ({ code, message }) => CLASSES.has(code) || /^AssertionError\b/.test(message)

/** By the name of the parser, where the error's class does not decide. */
const rules: Readonly<Record<string, Rule>> = {
  // Other failures have a title of their own, or the class of an error.
  ava: (failure) => isNamed(failure, false) || (failure.code === undefined && !OF_AVA.test(failure.message)),
  jasmine: (failure) =>
    isNamed(failure, false) || (failure.code === undefined && !failure.message.endsWith(" thrown")),
  jest: (failure) =>
    isNamed(failure, false) ||
    (/^(?:expect|assert)(?:\.\w{1,40}){0,3}\((?!\d)/.test(failure.message) &&
      !failure.message.includes("\nNew snapshot was not written")),
  // A custom message replaces the class; only assertions are compared.
  mocha: (failure) => isNamed(failure, false) || /^\+ expected - actual$/m.test(failure.message),
  // A missing snapshot mismatches as well, but expects nothing.
  vitest: (failure) =>
    isNamed(failure, false) ||
    /^Error: Snapshot `[^\n]{1,400}` mismatched\n+(?:- )?Expected\b/.test(failure.message),
  pytest: isPythonAssertion,
  unittest: isPythonAssertion,
  // Go tests fail by t.Fail and its kin, or by a panic.
  go_test: ({ code, message }) => code !== "panic" && !message.startsWith("panic:"),
  cargo: ({ code, message }, is_here) => {
    if (/^assertion\b|^note: test did not panic as expected/.test(message)) return true
    // An assertion with a custom message prints only that message.
    return is_here && !/^called `(?:Option|Result)::/.test(message) && code === undefined
  },
  phpunit: ({ code, message }) => code === undefined && /^Failed asserting that /m.test(message),
  rspec: ({ code, message }) => code === undefined && !message.startsWith("Expected pending "),
}

const OF_AVA =
  /^(?:Error thrown in test|Rejected promise returned by test|Test (?:finished|timeout|was expected)|Planned for \d|No snapshot (?:is )?available|Could not compare snapshot|Improper usage|`t\.\w{1,40}\(\)` )|\bCalled with:/

function isPythonAssertion({ code, message }: ParsedDiagnostic, is_here: boolean): boolean {
  if (code === "Failed") {
    return message.startsWith("Failed: DID NOT ") || (is_here && !message.startsWith("Failed: Timeout"))
  }
  return code === "AssertionError" || /^AssertionError\b|^assert /.test(message)
}

/** Runners name a file by its path from the root, from a folder of it, or by its name alone. */
function isSameFile(given: string, path: string): boolean {
  return given !== "" && (given === path || path.endsWith(`/${given}`) || given.endsWith(`/${path}`))
}

function isOfProject(place: string): boolean {
  return (
    place !== "" &&
    !isAbsolute(place) &&
    !place.startsWith("../") &&
    !/(?:^|\/)(?:node_modules|site-packages|\.venv|venv)\//.test(place)
  )
}
