import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { casesDirectory, loadCases } from "../load_cases.ts"
import { runSuite } from "../run_suite.ts"
import { stdioProcesses } from "../stdio_processes.ts"
import { forgedCases } from "./load.ts"

test("our loop keeps every forged case whose toolchain is installed", async () => {
  const { cases } = await runSuite({ cases: await loadCases(casesDirectory("forged")) })
  const others = cases.filter(({ status }) => status !== "passed")
  const unexpected = others.filter(
    ({ message = "" }) => !/^the toolchain \w+ is not installed here$/.test(message),
  )
  expect(unexpected.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
}, 1_800_000)

test("a loop that believes exit codes holds hardly any attack on Node.js, and tells none", async () => {
  const program = fileURLToPath(new URL("../fixtures/naive_loop.mjs", import.meta.url))
  const naive = await stdioProcesses(2, { command: [process.execPath, program], timeout_ms: 600_000 })
  const cases = (await forgedCases(casesDirectory("forged"))).filter(
    ({ repository }) => repository === "node",
  )
  const { cases: outcomes } = await runSuite({ cases, implementation: naive })
  await Promise.all(naive.map(async (one) => one.close()))
  const failed = new Set(outcomes.filter(({ status }) => status === "failed").map(({ id }) => id))
  const caught = (stands: string) =>
    cases.filter((played) => played.stands === stands && failed.has(played.id))
  const all = (stands: string) => cases.filter((played) => played.stands === stands)
  expect(caught("told")).toEqual(all("told"))
  expect(caught("held").length).toBeGreaterThan(all("held").length * 0.7)
}, 1_800_000)
