import { expect, test } from "vitest"
import { type Ended, runCli, startCli } from "../console/process.fixture.ts"
import { bench, idOf, jsonLines, pipeline, ROLES, serveShop } from "./pipeline.fixture.ts"

const ROOM = ["--unsafe-host-runner", "--setup", ""]

/** A worker that never answers. */
async function stuckShop() {
  const { root, state } = await bench()
  const { flags } = await serveShop({ "Subtract the discount": [{ text: "", delay_ms: 600_000 }] })
  return { root, state, args: ["pipeline", "run", root, "--state", state, ...ROOM, ...ROLES, ...flags] }
}

/** Calls again with twice the time until a run has begun: a busy machine needs longer to get there. */
async function untilBegun(args: readonly string[]): Promise<Ended> {
  for (let seconds = 10; ; seconds *= 2) {
    const ended = await runCli([...args, "--time-limit", String(seconds)])
    expect(ended.code).toBe(3)
    if (idOf(ended) !== "") return ended
  }
}

test("a call ends after its time limit, says where, and the run can be resumed", async () => {
  const { root, state, args } = await stuckShop()
  const { stdout } = await untilBegun(args)
  const id = idOf({ stdout })
  const [, at] =
    /its time limit is over: stopped in (\w+); go on with: npx proofloop pipeline resume run-\w+ --state/.exec(
      stdout,
    ) ?? []
  const status = await pipeline(state, "status", id, "--json")
  expect(JSON.parse(status.stdout)).toMatchObject({ run: { id, state: at, held_by: null, error: null } })
  const { flags } = await serveShop()
  const resumed = await runCli(["pipeline", "resume", id, "--state", state, ...flags, "--ci", "", "--json"])
  expect(resumed).toMatchObject({ code: 3, stderr: "" })
  expect(jsonLines(resumed).at(-1)).toMatchObject({ run: { repository: root, waits: { for: "merge" } } })
})

test("the second of two processes is told who is at work, and a killed one keeps nobody out", async () => {
  const { root, state, args } = await stuckShop()
  const first = startCli(args)
  await first.said("step work")
  const status = await pipeline(state, "status", "--json")
  const { runs } = JSON.parse(status.stdout) as {
    runs: { id: string; held_by: { pid: number; host: string } }[]
  }
  const [{ id, held_by } = { id: "", held_by: { pid: 0, host: "" } }] = runs
  for (const second of [
    ["resume", id],
    ["run", root, ...ROOM, "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--reset"],
  ]) {
    expect(await pipeline(state, ...second, "--time-limit", "0")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        `process ${held_by.pid} on ${held_by.host} is at work on ${id}, since 2`,
      ),
    })
  }
  const told = await pipeline(state, "resume", id, "--time-limit", "0", "--json")
  const result = { type: "pipeline.result", exit_code: 3, stopped: "held", run: { id, held_by } }
  expect(jsonLines(told).at(-1)).toMatchObject(result)
  process.kill(held_by.pid, "SIGKILL")
  const { code, stdout } = await first.ended
  expect({ code, stdout }).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("its process ended by itself in working"),
  })
  const cancelled = await pipeline(state, "cancel", id, "--reason", "begun twice")
  expect(cancelled).toMatchObject({ code: 0, stdout: `${id} is cancelled\n` })
})

test("who is at work ends with the process that started it, however that went", async () => {
  const { state, args } = await stuckShop()
  const running = startCli(args)
  await running.said("step work")
  const { runs } = JSON.parse((await pipeline(state, "status", "--json")).stdout) as {
    runs: { id: string; held_by: { pid: number } }[]
  }
  const [{ id, held_by } = { id: "", held_by: { pid: 0 } }] = runs
  expect(() => process.kill(held_by.pid, 0)).not.toThrow()
  running.kill("SIGKILL")
  await expect.poll(() => isAlive(held_by.pid), { timeout: 60_000 }).toBe(false)
  const { stdout } = await pipeline(state, "status", id, "--json")
  expect(JSON.parse(stdout)).toMatchObject({ run: { state: "working", held_by: null, error: null } })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test("a request to stop ends it with 130 and counts nothing", async () => {
  const { state, args } = await stuckShop()
  const running = startCli([...args, "--json"])
  await running.said('"step":"work"')
  running.kill("SIGINT")
  const { code, stdout } = await running.ended
  expect(code).toBe(130)
  const result = jsonLines({ stdout }).at(-1)
  expect(result).toMatchObject({
    type: "pipeline.result",
    stopped: "request",
    run: { state: "working", error: null },
  })
  expect((await pipeline(state, "status")).stdout).toContain("waits for nobody")
})

test("an error of the store is told once: in words for people, as JSON for programs", async () => {
  const { root, state } = await bench()
  const away = ["--store", "postgres://ann@127.0.0.1:1/runs", "--state", `${state}/new`]
  const model = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
  const args = ["pipeline", "run", root, ...ROOM, ...model, ...away]
  const words = "proofloop: postgres://ann@127.0.0.1:1/runs: "
  const people = await runCli(args)
  expect(people).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining(words) })
  expect(people.stderr.trim().split("\n")).toHaveLength(1)
  const programs = await runCli([...args, "--json"])
  expect(jsonLines(programs)).toMatchObject([{ error: { code: "io" } }])
  // The folder of another machine's runs is made here.
  expect(await runCli(["pipeline", "status", ...away])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(words),
  })
})
