import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { findDeletedTests, isTestFile } from "./deleted_tests.ts"

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

it.each([
  ["tests/test_a.py", true],
  ["a_test.py", true],
  ["pkg/a_test.go", true],
  ["src/a.test.ts", true],
  ["src/a.spec.mjs", true],
  ["src/__tests__/a.jsx", true],
  ["tests/smoke.rs", true],
  ["src/test/java/shop/CartTest.java", true],
  ["tests/conftest.py", false],
  ["src/a.ts", false],
  ["src/testing.py", false],
  ["src/lib.rs", false],
])("%s: %s", (path, expected) => {
  expect(isTestFile(path)).toBe(expected)
})
