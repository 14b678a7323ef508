import { expect, test } from "vitest"
import { gitProcesses } from "../../../foundation/src/git/git_processes.fixture.ts"
import { BROKEN, check, copyForEachTest, write } from "./check.fixture.ts"

copyForEachTest()

test("findings are told by file and line, and exit 1", async () => {
  await write(BROKEN)
  const started = gitProcesses()
  const { code, stdout } = await check()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^README\.md\n {2}3\S* +G14 /)
  expect(stdout).toMatch(/\nsrc\/db\.py\n {2}5 +G7 missing_definition \(line before the change\)\n/)
  expect(stdout).toMatch(/3 findings by G14, G2, G7/)
  expect(started.unlessWithin(8)).toBe("")
})
