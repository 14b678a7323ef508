import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { startCli } from "../console/process.fixture.ts"
import { harmed, thrash, writeRuns } from "../replay/sessions.fixture.ts"

/** A repository with a configuration, a change that has findings, sessions and a trace. */
let cwd = ""
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "proofloop-width-"))
  await initRepository(cwd)
  await writeFile(join(cwd, "package.json"), '{ "name": "x", "scripts": { "test": "node --test" } }\n')
  await commitPaths(cwd, ["package.json"], "first")
  const config = { preset: "evidence", verify: "node --test", check: { max_warnings: 3 } }
  await writeFile(join(cwd, "proofloop.config.json"), JSON.stringify(config))
  await writeFile(join(cwd, "broken.json"), '{ "a": ')
  await writeFile(join(cwd, "broken.toml"), "a = \n")
  await writeRuns(join(cwd, "runs.jsonl"), { "a-session-with-a-long-name": harmed, another: thrash })
  const event = { run_id: "r", seq: 1, at_ms: 1, iteration: 1, repair_mode: "no_evidence" }
  const nudge = { ...event, type: "feedback_injected", kind: "stall_nudge", text: "words ".repeat(60) }
  await writeFile(join(cwd, "trace.jsonl"), `${JSON.stringify(nudge)}\n`)
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const LAID_OUT: readonly (readonly string[])[] = [
  ["help"],
  ["config", "presets", "list"],
  ["config", "presets", "show", "evidence", "--explain"],
  ["check"],
  ["check", "--list"],
  ["config", "show"],
  ["doctor"],
  ["init", "--dry-run", "--no-run"],
  ["hook", "status", "claude-code"],
  ["hook", "doctor"],
  ["pipeline", "status"],
  ["fleet", "status"],
  ["replay", "runs.jsonl"],
  ["replay", "meter", "runs.jsonl", "--all"],
  ["explain", "trace.jsonl"],
]

/** A path or an address stays whole, whatever its length. */
function endsWithPath(line: string): boolean {
  return /\/\S{30,}$/.test(line)
}

test.each(LAID_OUT.map((args) => [args]))("%j fills 80 columns in a pipe, without colour", async (args) => {
  const { stdout, stderr } = await call(args, { cwd, env: { HOME: cwd } })
  expect({ stdout, stderr }).not.toMatchObject({ stdout: "" })
  expect(stdout).not.toContain("\u001b")
  expect(stdout.split("\n").filter((line) => line.length > 80 && !endsWithPath(line))).toEqual([])
})

test("COLUMNS says how wide a pipe is", async () => {
  const widest = async (columns: string): Promise<number> => {
    const { stdout } = await startCli(["config", "presets", "list"], { env: { COLUMNS: columns } }).ended
    return Math.max(...stdout.split("\n").map((line) => line.length))
  }
  const [narrow, wide] = [await widest("64"), await widest("300")]
  expect(narrow).toBeLessThanOrEqual(64)
  expect(wide).toBeGreaterThan(80)
  expect(wide).toBeLessThanOrEqual(100)
})
