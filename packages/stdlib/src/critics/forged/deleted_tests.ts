import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { isTestFile, isTestPath } from "@proofloop/foundation/paths"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"
import { type Strictness, strictness } from "./strictness.ts"
import { compareTests } from "./tests/compare_tests.ts"
import { isEmptyTest } from "./tests/test_case.ts"
import { testReader, unreadTests } from "./tests/test_file.ts"
import { isDistinct, sharedPart, wordsOf } from "./tests/words.ts"

/** A test that is gone although its subject is still there. @requirement critics.forged-deleted */
export const deletedTests = forgedCritic({
  id: "forged-deleted",
  event_type: "critic_forged_deleted.fail",
  title: "Deleted tests",
  description: "Finds tests that a change deletes although what they test is still there",
  advice: "Put the test back, and change the code until it passes; a test goes with the code that it tests.",
  default_in: { gate: true, check: true },
  severity: "warning",
  other_severity_when: "nothing but tests changes",
  input: strictness,
  unread: unreadTests,
  reads: [testReader],
  find: (change, _facts, options) => findDeletedTests(change, options),
})

export async function findDeletedTests(
  change: ChangeSet,
  { strict }: Strictness,
): Promise<readonly Violation[]> {
  const { files, gone, replaced, removed, has_other_changes } = await compareTests(change)
  // Nothing explains why a test goes alone.
  const severity = has_other_changes ? "warning" : "error"
  const read = new Set(
    files.flatMap(({ path, before }) => (before?.cases.some(({ name }) => name !== "") ? [path] : [])),
  )
  const tests = [...gone, ...(strict ? replaced : [])].flatMap(({ path, test }) => {
    if (test.name === "" || isEmptyTest(test) || test.skip?.always === true) return []
    const message = `the test ${JSON.stringify(test.name.slice(0, 120))} is gone, and what it tests is still there`
    return [{ path, rule: "deleted", message, evidence: test.name }]
  })
  return [...tests, ...deletedFiles(change, read, removed)].map((one) => ({ ...one, severity }) as const)
}

/** Rust files of a test program with several modules, such as `tests/suite/common.rs`. */
function isRustHelper(path: string): boolean {
  return path.endsWith(".rs") && isTestPath(path)
}

/**
 * Deleted test files without readable tests, where no new file has much the same content. Not those that name a type
 * or a function of which the code beside the tests says nothing any more.
 */
function deletedFiles(
  change: ChangeSet,
  read: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): readonly Violation[] {
  const tests = change.files.filter(({ path }) => isTestFile(path) && !read.has(path))
  const added = change.files.flatMap(({ path, before, after }) =>
    before === null && (isTestFile(path) || isRustHelper(path))
      ? [{ kind: posix.extname(path), words: wordsOf(strictText(after) ?? "") }]
      : [],
  )
  return tests.flatMap(({ path, before, after }) => {
    if (before === null || after !== null) return []
    const words = wordsOf(strictText(before) ?? "")
    const has_moved = added.some(
      (other) => other.kind === posix.extname(path) && sharedPart(words, other.words) >= 0.6,
    )
    const went_with_subject = [...words].some((word) => removed.has(word) && isDistinct(word))
    if (has_moved || went_with_subject) return []
    const message = "this change deletes the file and its tests; a test that is gone does not pass"
    return [{ path, rule: "deleted_file", message, evidence: path }]
  })
}
