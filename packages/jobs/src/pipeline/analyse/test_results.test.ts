import { hostRunner } from "@proofloop/foundation/sandbox"
import { failingTestNames } from "@proofloop/stdlib/internal/planning"
import { expect, test } from "vitest"
import { analyse } from "./analyse.ts"
import { folderWith } from "./folder.fixture.ts"

const project = (sum: string) => ({
  "package.json": '{ "name": "app", "type": "module", "scripts": { "test": "node --test" } }',
  "src/sum.js": `export const sum = (a, b) => ${sum}\n`,
  "test/sum.test.js":
    'import assert from "node:assert"\nimport { test } from "node:test"\nimport { sum } from "../src/sum.js"\ntest("adds", () => assert.equal(sum(1, 2), 3))\n',
})

async function results(sum: string, runner = true) {
  const root = await folderWith(project(sum))
  const { metrics } = await analyse(root, runner ? { runner: hostRunner() } : {})
  return metrics.find(({ name }) => name === "test_results")
}

test("tests that fail are named where the filters of a plan look for them", async () => {
  const metric = await results("a - b")
  expect(metric).toMatchObject({ status: "fail", score: 0, summary: "1 test fails" })
  expect(failingTestNames(metric?.details ?? "").join()).toContain("adds")
})

test("tests that pass count whole; without a room nothing runs", async () => {
  expect(await results("a + b")).toMatchObject({ status: "pass", score: 1, evidence: [] })
  expect(await results("a - b", false)).toMatchObject({ status: "unable", score: null })
})

test("a check that fails and names no test is no failing test", async () => {
  const files = { ...project("a + b"), "package.json": '{ "name": "app", "scripts": { "test": "exit 3" } }' }
  const { metrics } = await analyse(await folderWith(files), { runner: hostRunner() })
  expect(metrics.find(({ name }) => name === "test_results")).toMatchObject({
    status: "unable",
    summary: "the check fails and names no test",
  })
})
