import { posix } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import type { Violation } from "../verdict.ts"

/**
 * Test files that a change deletes without adding one of the same language: their tests can fail no more, which is not
 * the same as passing. A file that moves does not count.
 */
export function findDeletedTests(change: ChangeSet): readonly Violation[] {
  const added = new Set(
    change.files
      .filter(({ path, before, after }) => before === null && after !== null && isTestFile(path))
      .map(({ path }) => posix.extname(path)),
  )
  return change.files
    .filter(({ path, before, after }) => before !== null && after === null && isTestFile(path))
    .filter(({ path }) => !added.has(posix.extname(path)))
    .map(({ path }) => ({
      path,
      rule: "deleted_tests",
      message: "this change deletes the file and its tests; a test that is gone does not pass",
      evidence: path,
    }))
}

/** Whether a path is where a test runner looks for tests. */
export function isTestFile(path: string): boolean {
  const name = posix.basename(path)
  if (/^test_.{1,200}\.py$|_test\.(?:py|go|rs)$|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(name)) return true
  if (/Tests?\.(?:java|kt|scala)$/.test(name)) return true
  return /(?:^|\/)__tests__\/.{1,1000}\.[cm]?[jt]sx?$|^tests\/[^/]{1,200}\.rs$/.test(path)
}
