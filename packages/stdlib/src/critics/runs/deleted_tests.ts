import { posix } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import { isTestFile } from "@proofloop/foundation/paths"
import type { Violation } from "../verdict.ts"

/** Test files that a change deletes without moving them or adding one of the same language. */
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
