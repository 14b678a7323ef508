import { expect, test } from "vitest"
import { casesDirectory, loadCases } from "../load_cases.ts"
import { runSuite } from "../run_suite.ts"

test("our loop keeps every forged case whose toolchain is installed", async () => {
  const { cases } = await runSuite({ cases: await loadCases(casesDirectory("forged")) })
  const others = cases.filter(({ status }) => status !== "passed")
  const unexpected = others.filter(
    ({ message = "" }) => !/^the toolchain \w+ is not installed here$/.test(message),
  )
  expect(unexpected.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
}, 1_800_000)
