import { getEventListeners } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { execa, execaSync } from "execa"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { isInvalidOptionError } from "../errors/invalid_option.ts"
import { cleanEnvironment, runCommand } from "./command.ts"
import { setEnvironment } from "./environment.fixture.ts"
import { inOwnSession } from "./own_session.fixture.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop command "))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe("outcome", () => {
  it("has the exit code and both streams in the order they were written", async () => {
    const outcome = await runCommand({ command: "echo a; echo b >&2; echo c; echo d >&2; exit 3" })
    expect(outcome).toEqual({
      output: "a\nb\nc\nd\n",
      exit_code: 3,
      signal: null,
      timed_out: false,
      aborted: false,
      spawn_error: null,
      truncated_bytes: 0,
      duration_ms: expect.any(Number),
    })
  })

  it("keeps both streams of a command given as a list, whose arguments no shell reads", async () => {
    const outcome = await runCommand({
      command: [process.execPath, "-e", "console.log(process.argv[1]); console.error('err')", "$HOME; 'x'"],
    })
    expect(outcome.exit_code).toBe(0)
    expect(outcome.output.split("\n").toSorted()).toEqual(["", "$HOME; 'x'", "err"])
  })

  it("tells a signal from an exit code", async () => {
    const outcome = await runCommand({ command: "kill -9 $$" })
    expect(outcome).toMatchObject({ exit_code: null, signal: "SIGKILL", timed_out: false, aborted: false })
  })

  it("runs where it is told, also with spaces in the path", async () => {
    expect((await runCommand({ command: "pwd -P", cwd: folder })).output).toMatch(/proofloop command .*\n$/)
  })

  it("gives no stdin", async () => {
    expect(await runCommand({ command: "cat; echo end" })).toMatchObject({ output: "end\n", exit_code: 0 })
  })

  it("joins characters that arrive in two pieces", async () => {
    const outcome = await runCommand({ command: String.raw`printf '\303'; sleep 0.1; printf '\244\n'` })
    expect(outcome.output).toBe("ä\n")
  })

  it("hands pieces on as they arrive and survives a listener that throws", async () => {
    const pieces: string[] = []
    const on_output = (text: string) => {
      pieces.push(text)
      throw new Error("display is gone")
    }
    const outcome = await runCommand({ command: "echo one; sleep 0.5; echo two", on_output })
    expect(pieces).toEqual(["one\n", "two\n"])
    expect(outcome.output).toBe("one\ntwo\n")
  })
})

describe("a command that cannot start", () => {
  it.each([
    ["a missing binary", { command: ["proofloop-no-such-binary"] as const }, /ENOENT/],
    ["a missing folder", { command: "true", cwd: "/proofloop/no/such/folder" }, /cwd/],
    ["a NUL in an argument", { command: ["echo", "a\0b"] as const }, /null bytes/],
    ["an argument list that is too long", { command: ["true", "x".repeat(3_000_000)] as const }, /E2BIG/],
  ])("reports %s as spawn_error", async (_name, options, reason) => {
    const outcome = await runCommand(options)
    expect(outcome).toMatchObject({
      output: "",
      exit_code: null,
      signal: null,
      timed_out: false,
      aborted: false,
    })
    expect(outcome.spawn_error).toMatch(reason)
  })

  it("is an exit code of the shell when a shell looks for it", async () => {
    const outcome = await runCommand({ command: "proofloop-no-such-binary" })
    expect(outcome).toMatchObject({ exit_code: 127, spawn_error: null })
  })

  it.each([
    ["command", { command: "  " }],
    ["command", { command: [""] as const }],
    ["timeout_ms", { command: "true", timeout_ms: Number.NaN }],
    ["timeout_ms", { command: "true", timeout_ms: 2 ** 31 }],
    ["kill_after_ms", { command: "true", kill_after_ms: -1 }],
    ["max_output_bytes", { command: "true", max_output_bytes: 1.5 }],
  ])("refuses a bad %s by name", async (option, options) => {
    const error = await runCommand(options).catch((thrown: unknown) => thrown)
    expect(isInvalidOptionError(error) && error.option).toBe(option)
  })
})

describe("time-out and abort", () => {
  it("lets a polite command clean up", async () => {
    const script = `process.on("SIGTERM", () => { console.log("bye"); process.exit(7) }); setInterval(() => {}, 1000); console.log("up")`
    const controller = new AbortController()
    const on_output = () => controller.abort()
    const command = [process.execPath, "-e", script] as const
    const outcome = await runCommand({ command, signal: controller.signal, on_output, kill_after_ms: 15_000 })
    expect(outcome).toMatchObject({ output: "up\nbye\n", exit_code: 7, aborted: true })
  })

  it("kills a command that ignores SIGTERM", async () => {
    const command = "trap '' TERM; echo up; while :; do sleep 0.05; done"
    const controller = new AbortController()
    const on_output = () => controller.abort()
    const outcome = await runCommand({ command, signal: controller.signal, on_output, kill_after_ms: 200 })
    expect(outcome).toMatchObject({ output: "up\n", exit_code: null, signal: "SIGKILL", aborted: true })
    expect(outcome.duration_ms).toBeGreaterThanOrEqual(190)
  })

  it.each([
    ["that hold the output", ""],
    ["that hold no output", ">/dev/null 2>&1"],
  ])("kills grandchildren that ignore SIGTERM, %s", async (_which, redirection) => {
    const file = join(folder, `pid ${redirection.length}`)
    const stubborn = `sh -c 'trap "" TERM; echo $$ > "$PID"; while :; do sleep 0.05; done' ${redirection}`
    const command = `${stubborn} & sleep 600`
    const outcome = await runCommand({ command, env: { PID: file }, timeout_ms: 5000, kill_after_ms: 200 })
    expect(outcome).toMatchObject({ timed_out: true, signal: "SIGTERM" })
    expect(isRunning(Number(await readFile(file, "utf8")))).toBe(false)
  })

  it("does not wait for a pipe held by a process that left the group", async () => {
    const file = join(folder, "escaped")
    const command = `${inOwnSession('echo $$ > "$PID"; exec sleep 600')}; sleep 600`
    const outcome = await runCommand({ command, env: { PID: file }, timeout_ms: 5000, kill_after_ms: 100 })
    expect(outcome.timed_out).toBe(true)
    process.kill(Number(await readFile(file, "utf8")), "SIGKILL")
  })

  it("ends on abort, before and during the run", async () => {
    const controller = new AbortController()
    const running = runCommand({ command: "sleep 30", signal: controller.signal, kill_after_ms: 200 })
    setTimeout(() => controller.abort(), 100)
    expect(await running).toMatchObject({
      aborted: true,
      timed_out: false,
      exit_code: null,
      signal: "SIGTERM",
    })
    const file = join(folder, "must-not-exist")
    const late = await runCommand({ command: `touch '${file}'`, signal: controller.signal })
    expect(late).toMatchObject({ aborted: true, exit_code: null })
    await expect(readFile(file)).rejects.toThrow("ENOENT")
  })

  it("keeps the first cause", async () => {
    const controller = new AbortController()
    // The command reports the SIGTERM of the time-out; the abort comes only then.
    const command = "trap 'echo terminated' TERM; while :; do sleep 0.05; done"
    const outcome = await runCommand({
      command,
      timeout_ms: 500,
      kill_after_ms: 1000,
      signal: controller.signal,
      on_output: () => controller.abort(),
    })
    expect(outcome).toMatchObject({ timed_out: true, aborted: false })
  })
})

describe("background processes", () => {
  it("are ended when they hold the output of a command that is done; its exit code stands", async () => {
    const file = join(folder, "holder")
    const command = `sleep 600 & echo $! > "$PID"; echo done; exit 4`
    const outcome = await runCommand({ command, env: { PID: file } })
    expect(outcome).toMatchObject({ output: "done\n", exit_code: 4, timed_out: false })
    expect(isRunning(Number(await readFile(file, "utf8")))).toBe(false)
  })

  it("may still write their last lines", async () => {
    const outcome = await runCommand({ command: "(sleep 0.3; echo late) & echo early" })
    expect(outcome).toMatchObject({ output: "early\nlate\n", exit_code: 0 })
  })

  it("live on when they redirected their output", async () => {
    const file = join(folder, "server")
    const outcome = await runCommand({
      command: `sleep 60 >/dev/null 2>&1 & echo $! > "$PID"`,
      env: { PID: file },
    })
    const pid = Number(await readFile(file, "utf8"))
    expect(outcome.exit_code).toBe(0)
    expect(isRunning(pid)).toBe(true)
    process.kill(pid, "SIGKILL")
  })
})

describe("what is left afterwards", () => {
  it("is no listener and no timer", async () => {
    const controller = new AbortController()
    const before = timers()
    const running = runCommand({ command: "sleep 0.2" })
    await vi.waitFor(() => expect(ownListeners()).toHaveLength(4))
    await Promise.all([
      running,
      runCommand({ command: "true", signal: controller.signal }),
      runCommand({ command: "sleep 30", timeout_ms: 100 }),
      runCommand({ command: ["proofloop-no-such-binary"] }),
    ])
    expect(ownListeners()).toEqual([])
    expect(timers()).toBeLessThanOrEqual(before)
    expect(getEventListeners(controller.signal, "abort")).toEqual([])
  })

  it.each(["SIGTERM", "exit"])("is no process when the host ends by %s", async (how) => {
    const file = join(folder, `orphan ${how}`)
    const source = `
      import { runCommand } from ${JSON.stringify(join(import.meta.dirname, "command.ts"))}
      runCommand({ command: 'echo $$ > "$PID"; trap "" TERM; while :; do sleep 0.05; done', env: { PID: ${JSON.stringify(file)} } })
      setTimeout(() => ${how === "SIGTERM" ? "process.kill(process.pid, 'SIGTERM')" : "process.exit(0)"}, 1500)
    `
    const result = await execa(process.execPath, ["--import", "tsx", "--input-type=module", "-e", source], {
      reject: false,
      timeout: 15_000,
    })
    expect(how === "SIGTERM" ? result.signal : result.exitCode).toBe(how === "SIGTERM" ? "SIGTERM" : 0)
    const pid = Number(await readFile(file, "utf8"))
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

describe("environment", () => {
  it("lets a failing node --test fail inside a test runner", async () => {
    const file = join(folder, "failing.test.mjs")
    await writeFile(file, `import test from "node:test"\ntest("fails", () => { throw new Error("boom") })\n`)
    const command = [process.execPath, "--test", file] as const
    const poisoned = await execa(command[0], command.slice(1), {
      env: { NODE_TEST_CONTEXT: "child-v8" },
      reject: false,
    })
    expect(poisoned.exitCode).toBe(0)
    setEnvironment({ NODE_TEST_CONTEXT: "child-v8" })
    const outcome = await runCommand({ command })
    expect(outcome.exit_code).toBe(1)
    expect(outcome.output).toContain("boom")
  })

  it("is without what runners, package managers, hooks and make hand down", () => {
    const names =
      "NODE_OPTIONS NODE_TEST_CONTEXT NODE_V8_COVERAGE VITEST VITEST_POOL_ID INIT_CWD GIT_DIR MAKEFLAGS"
    const inherited = Object.fromEntries(
      `${names} npm_config_user_agent npm_lifecycle_event FORCE_COLOR`.split(" ").map((name) => [name, "x"]),
    )
    const kept = {
      PATH: "/bin",
      HOME: "/home/me",
      NPM_TOKEN: "t",
      NODE_ENV: "production",
      GIT_SSH_COMMAND: "ssh",
    }
    expect(cleanEnvironment({ ...inherited, ...kept, CI: "0" })).toEqual({ ...kept, CI: "1", NO_COLOR: "1" })
  })

  it("takes additions and removals of the caller", async () => {
    const command = `echo "$CI/$ADDED/\${HOME-none}"`
    const outcome = await runCommand({ command, env: { CI: "2", ADDED: "yes", HOME: undefined } })
    expect(outcome.output).toBe("2/yes/none\n")
  })
})

describe("output", () => {
  it("of 100 MB stays bounded and keeps its head and tail", async () => {
    const before = process.memoryUsage().rss
    let peak = before
    const on_output = () => (peak = Math.max(peak, process.memoryUsage().rss))
    const command = "echo first; yes 0123456789abcdef | head -c 100000000; echo; echo last; exit 1"
    const outcome = await runCommand({ command, max_output_bytes: 10_000, on_output })
    expect(outcome.exit_code).toBe(1)
    expect(outcome.output.startsWith("first\n0123456789abcdef\n")).toBe(true)
    expect(outcome.output.endsWith("\nlast\n")).toBe(true)
    expect(Buffer.byteLength(outcome.output)).toBeLessThan(10_100)
    expect(outcome.output).toContain(`\n[${outcome.truncated_bytes} bytes of output left out]\n`)
    expect(peak - before).toBeLessThan(80_000_000)
  })
})

function ownListeners(): readonly string[] {
  const events = ["exit", "SIGINT", "SIGTERM", "SIGHUP"] as const
  const names = events.flatMap((event) => process.rawListeners(event).map((listener) => listener.name))
  return names.filter((name) => name === "killHeld" || name === "onFatalSignal")
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
}

/** A zombie that nobody reaped has ended. */
function isRunning(pid: number): boolean {
  const { stdout } = execaSync("ps", ["-o", "stat=", "-p", String(pid)], { reject: false })
  return stdout !== "" && !stdout.startsWith("Z")
}
