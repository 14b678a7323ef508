import type { ChangeSet } from "@proofloop/foundation/git"
import { memoryFacts } from "../../repository/memory_facts.ts"
import type { Violation } from "../verdict.ts"
import { findDeletedTests } from "./deleted_tests.ts"
import { findMockedSubjects } from "./mocked_subjects.ts"
import { findSkippedTests } from "./skipped_tests.ts"
import { findWeakenedTests } from "./weakened_tests.ts"

/**
 * How a change makes its tests prove less, in a task that is to make them pass: they are deleted, skipped, assert
 * less or look at a double. Stricter than the critics by default. Rejects with UnableError without the parsers.
 * @requirement self-correction.regression-test
 */
export async function findForgedTests(change: ChangeSet): Promise<readonly Violation[]> {
  return [
    ...(await findDeletedTests(change, { strict: true })),
    ...(await findSkippedTests(change, { strict: true })),
    ...(await findWeakenedTests(change, memoryFacts({}, change), { strict: true })),
    ...(await findMockedSubjects(change)),
  ]
}
