import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { findingsOf } from "../findings.ts"
import { pythonPreservation } from "../preservation/python.ts"
import { runCritics } from "../run_critics.ts"
import { deletedTests } from "./deleted_tests.ts"
import { TESTS } from "./forged.fixture.ts"
import { mockedSubjects } from "./mocked_subjects.ts"
import { skippedTests } from "./skipped_tests.ts"
import { weakenedTests } from "./weakened_tests.ts"

it.each([deletedTests, skippedTests, weakenedTests, mockedSubjects])(
  "$id could not look at a test file that is too large",
  async (critic) => {
    const before = `${TESTS["cart.test.ts"]}// ${"x".repeat(512 * 1024)}\n`
    const change = changeSet([{ path: "cart.test.ts", before, after: before.replace("it(", "it.skip(") }])
    expect(await critic.check(change, memoryFacts({}, change), {})).toEqual({
      status: "unable",
      reason: "tests above 524288 characters are not read: cart.test.ts",
    })
  },
)

it("what is found in other files is told beside it", async () => {
  const large = `// ${"x".repeat(512 * 1024)}\n`
  const small = TESTS["cart.test.ts"]
  const change = changeSet([
    { path: "large.test.ts", before: large, after: `${large}\n` },
    { path: "cart.test.ts", before: small, after: small.replace("it(", "it.skip(") },
  ])
  expect(await skippedTests.check(change, memoryFacts({}, change), {})).toMatchObject({
    status: "fail",
    violations: [{ path: "cart.test.ts" }],
    unable: "tests above 524288 characters are not read: large.test.ts",
  })
})

it("a deleted test that is a lost definition as well is told once", async () => {
  const path = "tests/test_cart.py"
  const before = TESTS[path]
  const files = { [path]: before, "cart.py": "def total(rows):\n    return sum(rows)\n" }
  const change = changeSet([
    { path, before, after: before.slice(0, before.indexOf("\n\n\ndef test_nothing")) },
  ])
  const critics = [pythonPreservation, deletedTests].map((critic) => ({ critic, options: {} }))
  const results = await runCritics(critics, change, memoryFacts(files, change))
  expect(results.map(({ verdict }) => verdict.status)).toEqual(["fail", "fail"])
  expect(findingsOf(results)).toMatchObject([{ critic: "G7", evidence: "test_nothing_of_an_empty_cart" }])
})
