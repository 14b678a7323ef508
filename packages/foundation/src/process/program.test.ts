import { chmod, readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { setEnvironment } from "./environment.fixture.ts"
import { isRunning } from "./process_identity.ts"
import { type ProgramOptions, runProgram } from "./program.ts"

const LIMITS = { timeout_ms: 20_000, max_output_bytes: 1000 }

async function run(script: string, options: Partial<ProgramOptions> = {}) {
  return runProgram({ command: ["sh", "-c", script], cwd: await folderWith(), ...LIMITS, ...options })
}

describe("runProgram", () => {
  it("keeps the bytes of both streams apart", async () => {
    const outcome = await run(String.raw`printf '\377\0'; echo warning >&2; exit 3`)
    expect(outcome).toEqual({
      stdout: Buffer.from([0xff, 0]),
      stderr: Buffer.from("warning\n"),
      is_cut: false,
      exit_code: 3,
      signal: null,
      timed_out: false,
      spawn_error: null,
      failure: null,
    })
  })

  it("gives what it is to read, or nothing", async () => {
    const input = "line ä\n".repeat(50_000)
    expect((await run("wc -c", { input })).stdout.toString().trim()).toBe("400000")
    expect((await run("cat")).stdout.length).toBe(0)
    expect(await run("exit 0", { input })).toMatchObject({ exit_code: 0, failure: null })
  })

  it("sees the clean environment, or the one it is given", async () => {
    const show = `echo "$CI/$NODE_OPTIONS/$ONE"`
    setEnvironment({ NODE_OPTIONS: "--no-warnings" })
    expect((await run(show)).stdout.toString()).toBe("1//\n")
    const env = { PATH: process.env["PATH"] ?? "", ONE: "1" }
    expect((await run(show, { env })).stdout.toString()).toBe("//1\n")
  })

  it.each([
    ["takes too long", "sleep 60 & echo $! > pid; wait", { timeout_ms: 500 }, "took longer than 500 ms"],
    [
      "prints too much",
      "sleep 60 & echo $! > pid; while :; do echo y; done",
      {},
      "printed more than 1000 bytes",
    ],
    [
      "complains too much",
      "sleep 60 & echo $! > pid; while :; do echo y; done >&2",
      {},
      "printed more than 1000 bytes",
    ],
  ])("ends the whole group of a program that %s", async (_, script, options, failure) => {
    const cwd = await folderWith()
    expect(await run(script, { cwd, ...options })).toMatchObject({ exit_code: null, failure })
    const pid = Number(await readFile(join(cwd, "pid"), "utf8"))
    await expect.poll(() => isRunning({ pid, began: null })).toBe(false)
  })

  it("is ended by an abort, and not begun after one", async () => {
    const cwd = await folderWith()
    const abort = new AbortController()
    const running = run("sleep 60 & echo $! > pid; wait", { cwd, signal: abort.signal })
    const pid = () => readFile(join(cwd, "pid"), "utf8").catch(() => "")
    await expect.poll(pid).toMatch(/\n/)
    abort.abort()
    expect(await running).toMatchObject({ exit_code: null, failure: "was aborted" })
    await expect.poll(async () => isRunning({ pid: Number(await pid()), began: null })).toBe(false)
    const late = await run("echo late > late", { cwd, signal: abort.signal })
    expect(late).toMatchObject({ exit_code: null, failure: "was aborted" })
    await expect(readFile(join(cwd, "late"))).rejects.toThrow("ENOENT")
  })

  it("tells a signal", async () => {
    expect(await run("kill -ABRT $$")).toMatchObject({
      exit_code: null,
      signal: "SIGABRT",
      failure: "was ended by SIGABRT",
    })
  })

  it("that cannot start has a reason", async () => {
    const cwd = await folderWith({ "not a program": "x" })
    const file = join(cwd, "not a program")
    await chmod(file, 0o600)
    const reasons: ReadonlyArray<readonly [ProgramOptions["command"], string, RegExp]> = [
      [["proofloop-no-such-program"], cwd, /^spawn proofloop-no-such-program ENOENT$/],
      [["true"], join(cwd, "gone"), /^cwd: no folder .*gone$/],
      [["true"], file, /./],
      [[file], cwd, /EACCES/],
      [["true", "x".repeat(3_000_000)], cwd, /^spawn E2BIG$/],
      [["true", "a\0b"], cwd, /null bytes/],
    ]
    for (const [command, folder, reason] of reasons) {
      const outcome = await runProgram({ command, cwd: folder, ...LIMITS })
      expect(outcome).toMatchObject({ exit_code: null, signal: null, timed_out: false })
      expect(outcome.spawn_error).toMatch(reason)
      expect(outcome.failure).toBe(outcome.spawn_error)
    }
  })
})
