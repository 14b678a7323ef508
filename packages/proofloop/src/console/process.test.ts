import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { runCli, startCli } from "./process.fixture.ts"

test("the real command: help exits 0, misuse exits 2, trouble exits 3, each on its own stream", async () => {
  const [help, misuse, refused] = await Promise.all([
    runCli(["help"]),
    runCli(["expalin"]),
    runCli(["demo"], { env: { PATH: "/nowhere" } }),
  ])
  expect(help).toMatchObject({ code: 0, stderr: "" })
  expect(help.stdout).toContain("usage: proofloop VERB")
  expect(misuse).toMatchObject({ code: 2, stdout: "" })
  expect(misuse.stderr).toContain('Did you mean "explain"?')
  // A refusal of the machine is reported in one line, without a stack.
  expect(refused).toMatchObject({ code: 3, stdout: "" })
  expect(refused.stderr).toMatch(/^proofloop: git init failed: .*\n$/)
})

test("a reader that leaves early is no error", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop epipe-"))
  const trace = join(folder, "long.jsonl")
  const notice = {
    type: "suspend_requested",
    run_id: "r",
    seq: 1,
    at_ms: 0,
    iteration: 1,
    repair_mode: "passing",
  }
  await writeFile(trace, `${JSON.stringify(notice)}\n`.repeat(50_000))
  const cli = startCli(["explain", trace])
  await cli.said("suspend")
  cli.stopReading()
  expect(await cli.ended).toMatchObject({ code: 0, stderr: "" })
  await rm(folder, { recursive: true })
})
