import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { findDeletedTests } from "./deleted_tests.ts"

it("tells of a deleted test file", () => {
  const change = changeSet([
    { path: "tests/test_a.py", before: "x" },
    { path: "src/a.py", before: "x" },
  ])
  expect(findDeletedTests(change)).toEqual([
    expect.objectContaining({ path: "tests/test_a.py", rule: "deleted_tests", evidence: "tests/test_a.py" }),
  ])
})

it("a file that moves is not deleted", () => {
  const moved = (path: string) =>
    changeSet([
      { path: "tests/test_a.py", before: "x" },
      { path, after: "x" },
    ])
  expect(findDeletedTests(moved("tests/unit/test_a.py"))).toEqual([])
  expect(findDeletedTests(moved("tests/a.test.js"))).toHaveLength(1)
  expect(findDeletedTests(moved("src/a.py"))).toHaveLength(1)
})
