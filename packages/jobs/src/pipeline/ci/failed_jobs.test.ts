import { describe, expect, it } from "vitest"
import { ForgeError } from "../../forge/forge_error.ts"
import { actionsLog, type LoggedStep, vitestOutput } from "./actions_log.fixture.ts"
import { type CiFailure, readFailedJobs } from "./failed_jobs.ts"
import { isSameFailure } from "./failure_mark.ts"
import type { FailedJob } from "./outcome.ts"

const INSTALL: LoggedStep = { command: "npm ci", output: "added 3 packages in 2s" }

function failing(output = vitestOutput(), command = "npx vitest run"): LoggedStep {
  return { command, output, exit_code: 1 }
}

function job(name: string, more: Partial<FailedJob> = {}): FailedJob {
  return { name, told: "failure", summary: "", url: null, log_id: name, ...more }
}

/** Each log is one of a job of its own. */
async function read(logs: Readonly<Record<string, string>>): Promise<CiFailure> {
  const checks = { log: async (id: string) => logs[id] ?? "" }
  return readFailedJobs({ jobs: Object.keys(logs).map((name) => job(name)), checks })
}

describe("what a failed job printed", () => {
  it("is its failed step, read as the loop reads a failure", async () => {
    const after: LoggedStep = { command: "echo done", output: "done" }
    const { jobs } = await read({ test: actionsLog([INSTALL, failing(), after]) })
    expect(jobs).toMatchObject([
      { names: ["test"], told: "failure", command: "npx vitest run", kind: "test", has_log: true },
    ])
    const [first] = jobs
    expect(first?.signature).toMatch(/^err:[0-9a-f]{64}$/)
    expect(first?.snippet).toContain("src/sum.test.js > adds")
    expect(first?.output).toMatch(/^RUN {2}v4.1.12[^]*Duration {2}12ms$/)
    expect(first?.mentions.slice(0, 2)).toEqual(["src/sum.test.js:5", "src/sum.test.js"])
  })

  it("is the whole log where it has no steps", async () => {
    const { jobs } = await read({ test: `prepared\n${vitestOutput()}` })
    expect(jobs).toMatchObject([{ command: null, kind: "test" }])
    expect(jobs[0]?.output).toMatch(/^prepared/)
  })

  it("keeps the last 5,000 characters, without secrets", async () => {
    const secret = `ghp_${"x1Y2".repeat(9)}`
    const output = `${"line\n".repeat(4000)}the token is ${secret}\n${vitestOutput()}`
    const { jobs } = await read({ test: actionsLog([failing(output)]) })
    expect(jobs[0]?.output).not.toContain(secret)
    expect(jobs[0]?.output).toContain("[redacted]")
    expect(jobs[0]?.output).toMatch(/^\[\.\.\. \d+ characters omitted \.\.\.\]\n/)
    expect(jobs[0]?.output.length).toBeLessThan(5100)
  })

  it("is its summary where there is no log", async () => {
    const missing = new ForgeError("gone", { retryable: false, problem: "missing" })
    const checks = { log: async () => Promise.reject(missing) }
    const summary = "src/a.ts:3:1: error: no such name"
    const jobs = [job("lint", { summary }), job("status", { log_id: null, summary: "2 problems" })]
    const failure = await readFailedJobs({ jobs, checks })
    expect(failure.jobs).toMatchObject([
      { names: ["lint"], has_log: false, output: `lint: failure\n${summary}`, mentions: ["src/a.ts:3:1:"] },
      { names: ["status"], has_log: false, output: "status: failure\n2 problems" },
    ])
  })

  it("is asked for again later when the forge is busy", async () => {
    const busy = new ForgeError("busy", { retryable: true })
    const reading = readFailedJobs({ jobs: [job("test")], checks: { log: async () => Promise.reject(busy) } })
    await expect(reading).rejects.toBe(busy)
  })

  it("is no fault of the code when something is lacking outside of it", async () => {
    const output = "npm error code EAI_AGAIN\nnpm error network request to https://registry.npmjs.org failed"
    const { jobs } = await read({ test: actionsLog([failing(output, "npm ci")]) })
    expect(jobs).toMatchObject([{ kind: "environment" }])
  })

  it("counts a job that was over its time as one that did not end", async () => {
    const checks = { log: async () => "listening on 3000\n" }
    const { jobs } = await readFailedJobs({ jobs: [job("test", { told: "timed_out" })], checks })
    expect(jobs).toMatchObject([{ kind: "timeout" }])
  })
})

describe("jobs that fail alike", () => {
  it("are one failure, whatever the machine, the time and how long it took", async () => {
    const linux = vitestOutput({ ms: 12, root: "/home/runner/work/demo/demo/" })
    const mac = vitestOutput({ ms: 340, root: "/Users/runner/work/demo/demo/" })
    const { jobs } = await read({
      "test (20)": actionsLog([failing(linux)]),
      "test (22)": actionsLog([INSTALL, failing(mac)], 44),
      lint: actionsLog([failing("src/a.ts(3,5): error TS2304: Cannot find name 'x'.", "npx tsc")]),
    })
    expect(jobs.map(({ names, kind }) => [names, kind])).toEqual([
      [["test (20)", "test (22)"], "test"],
      [["lint"], "type"],
    ])
  })

  it("are read up to twenty", async () => {
    const logs = Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [`job ${at}`, actionsLog([failing()], at)] as const),
    )
    const { jobs, unread } = await read(logs)
    expect(jobs).toMatchObject([{ names: { length: 20 } }])
    expect(unread).toEqual(["job 20", "job 21", "job 22", "job 23", "job 24"])
  })
})

describe("a CI that fails the same way again", () => {
  const marks = async (...outputs: readonly string[]) => {
    const logs = outputs.map((output, at) => [`job ${at}`, actionsLog([failing(output)], at)] as const)
    return (await read(Object.fromEntries(logs))).mark
  }

  it("is known by its signature, whichever jobs of a matrix got as far", async () => {
    const before = await marks(vitestOutput({ ms: 5 }), vitestOutput({ ms: 7 }))
    const now = await marks(vitestOutput({ ms: 900 }))
    expect(now).toEqual(before)
    expect(before.signature).toMatch(/^ci:[0-9a-f]{64}$/)
    expect(isSameFailure(before, now)).toBe(true)
  })

  it("is the same when more fails than before, and another one when something is mended", async () => {
    const before = await marks(vitestOutput({ name: "adds" }))
    const more = await marks(vitestOutput({ name: "adds" }), vitestOutput({ name: "subtracts" }))
    expect(isSameFailure(before, more)).toBe(true)
    expect(isSameFailure(more, before)).toBe(false)
  })

  it("is another one when the assertion says something else", async () => {
    const before = await marks(vitestOutput({ got: 3 }))
    expect(isSameFailure(before, await marks(vitestOutput({ got: 5 })))).toBe(false)
  })
})
