import { isAbsolute } from "node:path"
import { isTestPath, testLanguageOf } from "@proofloop/foundation/paths"
import type { ParsedDiagnostic } from "@proofloop/runtime/detector"
import { fileOfTest, relativeTo } from "@proofloop/stdlib/critics"

/** Whether a failure is one of this test file: by the file its name begins with, else by where it is. */
export function isOfTest({ test_id, location }: ParsedDiagnostic, path: string, root: string): boolean {
  const file = test_id === undefined ? null : fileOfTest(test_id)
  if (file !== null) return isSameFile(relativeTo(root, file), path)
  const place = relativeTo(root, location?.path ?? "")
  // Where a runner names no file, the command names it; what the test calls may be where it failed.
  return place === "" || isSameFile(place, path) || testLanguageOf(place) === null
}

/**
 * Why a failed test did not fail by an assertion of its own; null: it did. Exceptions do not count, also those of the code
 * under test: a test of such a bug asserts that nothing is raised. Assertions inside the code do not count either.
 */
export function assertionReason(failure: ParsedDiagnostic, path: string, root: string): string | null {
  if (!isAssertion(failure, path, root)) {
    return "an exception is no assertion; when it is the bug, catch it and assert that there is none"
  }
  const place = relativeTo(root, failure.location?.path ?? "")
  if (!isOfProject(place) || isSameFile(place, path) || isTestPath(place)) return null
  return `the assertion is one in ${place}, not in the test`
}

function isAssertion(
  { kind, code, message, location }: ParsedDiagnostic,
  path: string,
  root: string,
): boolean {
  if (kind !== "test") return false
  const is_here = isSameFile(relativeTo(root, location?.path ?? ""), path)
  switch (testLanguageOf(path)) {
    case "go":
      // There is no other way to fail than t.Fail and its kin, and a panic.
      return code !== "panic" && !message.startsWith("panic:")
    case "rust":
      if (/^assertion\b|^note: test did not panic as expected/.test(message)) return true
      // With a message of its own, an assertion says nothing else.
      return is_here && !/^called `(?:Option|Result)::/.test(message) && code === undefined
    case "python":
      if (code === "Failed") return message.startsWith("Failed: DID NOT ") || (is_here && !isTimeout(message))
      return code === "AssertionError" || /^AssertionError\b|^assert /.test(message)
    default:
      return (
        code === "AssertionError" ||
        code === "ERR_ASSERTION" ||
        /^(?:AssertionError\b|expect\()/.test(message)
      )
  }
}

function isTimeout(message: string): boolean {
  return /^Failed: Timeout\b/.test(message)
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
