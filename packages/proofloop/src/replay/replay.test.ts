import { appendFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { call } from "../console/io.fixture.ts"
import { fixed, folder, harmed, thrash, writeRuns } from "./sessions.fixture.ts"

let cwd = ""
beforeEach(async () => {
  cwd = await folder()
  await writeRuns(join(cwd, "runs.jsonl"), { stuck: thrash, fine: fixed, late: harmed })
})

const json = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown)

test("pieces of unknown types are told once a format, with the version, and named where they hold calls", async () => {
  const line = (of: object) => `${JSON.stringify({ sessionId: "s", version: "2.1.400", ...of })}\n`
  const said = line({ type: "assistant", uuid: "1", message: { content: [{ type: "text", text: "hi" }] } })
  const unknown = line({ type: "cost-state" }) + line({ type: "cost-state" })
  const calls = line({ type: "tools-ran", tool_use_id: "t1" })
  for (const name of ["a", "b"]) await writeFile(join(cwd, `${name}.jsonl`), said + unknown + calls)
  const { stderr } = await call(["replay", "a.jsonl", "b.jsonl", "--format", "json"], { cwd })
  expect(stderr).toBe(
    'claude_code 2.1.400: 6 pieces of unknown types left out: line "cost-state" 4, line "tools-ran", which holds a call or a result 2\n',
  )
})

test("results without a call are told once a format, and counted in their run", async () => {
  const said = { role: "assistant", content: "hi" }
  const lost = { role: "tool", tool_call_id: "call_1", content: "1 passed" }
  const chats = { a: [lost, said, lost], b: [said, lost], c: [said] }
  for (const [name, messages] of Object.entries(chats))
    await writeFile(join(cwd, `${name}.json`), JSON.stringify(messages))
  const { stdout, stderr } = await call(["replay", "a.json", "b.json", "c.json", "--json"], { cwd })
  expect(stderr).toBe("openai_chat: 3 results found no call\n")
  expect(json(stdout)).toMatchObject([{ lost_results: 2 }, { lost_results: 1 }, { turns: 1 }])
  expect(json(stdout)[2]).not.toHaveProperty("lost_results")
})

test("each run counts once: copies are left out, and of one that goes on what is new", async () => {
  const session = (id: string, turns: number, from = 0): string =>
    Array.from({ length: turns }, (_none, turn) => {
      const call = `toolu_01AbCdEf${turn + from}`
      const use = { type: "tool_use", id: call, name: "Bash", input: { command: "pytest" } }
      const result = { type: "tool_result", tool_use_id: call, content: "1 failed in 0.1s", is_error: true }
      return [
        { type: "assistant", sessionId: id, message: { id: `msg_${turn}`, content: [use] } },
        { type: "user", sessionId: id, message: { role: "user", content: [result] } },
      ]
    })
      .flat()
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("")
  await mkdir(join(cwd, "claude"))
  const files = {
    a: session("s", 3),
    b: session("s", 3),
    c: session("resumed", 5),
    d: session("s", 2),
    e: session("other", 3, 50),
  }
  for (const [name, lines] of Object.entries(files))
    await writeFile(join(cwd, "claude", `${name}.jsonl`), lines)
  const { stdout, stderr } = await call(["replay", "claude", "--json"], { cwd })
  expect(json(stdout)).toMatchObject([
    { id: "s", turns: 3 },
    { id: "resumed", turns: 2, repeated_turns: 3, events: 5 },
    { id: "other", turns: 3 },
  ])
  expect(stderr).toBe(
    "left out: 2 runs recorded before\nleft out: 3 turns recorded before, at the head of 1 run\n",
  )
})

describe("proofloop replay", () => {
  test("--json prints one line a run, also of runs without trips", async () => {
    const { code, stdout, stderr } = await call(["replay", "runs.jsonl", "--format", "json"], { cwd })
    const signature = expect.stringMatching(/^err:[\da-f]{64}$/)
    const nudge = {
      event: 4,
      turn: 5,
      pattern: "stuck_same_diagnostic",
      confidence: "certain",
      signature,
      streak: 3,
      hard_stop: false,
    }
    const evidence = "test_a.py::test_sum: assert 3 == 4"
    expect([code, stderr]).toEqual([0, ""])
    expect(json(stdout)).toEqual([
      {
        id: "stuck",
        source: "test",
        events: 6,
        turns: 6,
        trips: [nudge],
        evidence,
        after_trip: { turns: 1 },
        after_hard_stop: { turns: 0 },
        recovered_after_trip: false,
        recovered_after_hard_stop: false,
      },
      {
        id: "fine",
        source: "test",
        events: 3,
        turns: 3,
        trips: [],
        evidence: "",
        after_trip: { turns: 0 },
        after_hard_stop: { turns: 0 },
        recovered_after_trip: false,
        recovered_after_hard_stop: false,
      },
      {
        id: "late",
        source: "test",
        events: 15,
        turns: 15,
        trips: [
          nudge,
          { ...nudge, event: 8, turn: 9, streak: 5 },
          { ...nudge, event: 12, turn: 13, streak: 7, hard_stop: true },
        ],
        evidence,
        after_trip: { turns: 10 },
        after_hard_stop: { turns: 2 },
        recovered_after_trip: true,
        recovered_after_hard_stop: true,
      },
    ])
  })

  test("tells people which runs stalled, what was at stake, and harm", async () => {
    const { code, stdout } = await call(["replay", "runs.jsonl"], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain(
      "stuck  6 turns\n  turn 5  nudge: the same failure again ×3 stuck_same_diagnostic",
    )
    expect(stdout).not.toContain("fine  3 turns")
    expect(stdout).toContain("2 of 3 runs stalled: 11 turns (46 %) came after the first nudge would have.")
    expect(stdout).toMatch(/^stuck [^]*^ {4}test_a\.py::test_sum: assert 3 == 4[^]*^late /m)
    expect(stdout).toContain(
      "At most what came after the first nudge would have\nbeen saved, if no run needed any of it.",
    )
    expect(stdout).toContain("Harm: 1 run passed after a hard stop (late).")
    expect((await call(["replay", "runs.jsonl", "--all"], { cwd })).stdout).toContain("fine  3 turns")
  })

  test("a terminal sees how far it is in one large file, called by its last two parts", async () => {
    await mkdir(join(cwd, "deep/er"), { recursive: true })
    const large = { tool: "bash", args: { command: "cat x" }, obs: "x".repeat(4_100_000) }
    await writeRuns(join(cwd, "deep/er/large.jsonl"), { large: [large, ...thrash] })
    const { code, stderr } = await call(["replay", "deep/er/large.jsonl"], { cwd, is_terminal: true })
    expect(code).toBe(0)
    expect(stderr).toContain("█ 0 of 1 file, 1 turn  er/large.jsonl")
    expect((await call(["replay", "deep/er/large.jsonl"], { cwd })).stderr).toBe("")
  })

  test("another preset, and knobs laid over it", async () => {
    const trips = async (...flags: readonly string[]): Promise<unknown> =>
      json((await call(["replay", "runs.jsonl", "--json", ...flags], { cwd })).stdout).map(
        (run) => (run as { trips: unknown[] }).trips.length,
      )
    expect(await trips("--preset", "repair")).toEqual([0, 0, 0])
    expect(await trips("--set", "stall_diagnostics.stuck_same_diagnostic_after=2")).toEqual([1, 0, 3])
    expect(await call(["replay", "runs.jsonl", "--preset", "evidnce"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "evidence"?'),
    })
  })

  test("says that the environment switched repair_aware off", async () => {
    const said = async (env: Record<string, string>): Promise<string> =>
      (await call(["replay", "runs.jsonl"], { cwd, env })).stdout
    expect(await said({ PROOFLOOP_REPAIR_AWARE: "0" })).toContain(
      "preset evidence, repair_aware off (PROOFLOOP_REPAIR_AWARE).\n",
    )
    expect(await said({})).not.toContain("repair_aware")
  })

  test("reports broken lines with file and line, and goes on", async () => {
    await appendFile(join(cwd, "runs.jsonl"), "{broken\n")
    await writeRuns(join(cwd, "more.jsonl"), { more: thrash })
    const { code, stdout, stderr } = await call(["replay", "runs.jsonl", "more.jsonl", "--json"], { cwd })
    expect([code, json(stdout).length]).toEqual([0, 4])
    expect(stderr).toMatch(/^runs\.jsonl:4: .+, skipped\n$/)
  })

  test("searches folders, and leaves aside what is not a session there", async () => {
    await mkdir(join(cwd, "deep/er"), { recursive: true })
    await writeRuns(join(cwd, "deep/er/one.jsonl"), { stuck: thrash })
    await writeFile(join(cwd, "deep/package.json"), '{"name":"x"}')
    await writeFile(join(cwd, "deep/notes.txt"), "x")
    const { code, stdout, stderr } = await call(["replay", "deep", "--json"], { cwd })
    const told = "1 file in a folder is not a session: deep/package.json\n"
    expect([code, json(stdout).length, stderr]).toEqual([0, 1, told])
  })

  test.each([
    [["nowhere.jsonl"], "there is no file or folder nowhere.jsonl"],
    [["empty"], "empty holds no session files"],
    [["odd.json"], "odd.json: not a session of a known format"],
    [["deep"], "1 file in a folder is not a session: deep/package.json"],
    [["runs.jsonl", "--html", "-"], "--html needs a file"],
    [["runs.jsonl", "--input-format", "plane"], 'Did you mean "plain"?'],
    [["runs.jsonl", "--set", "stall_diagnostics.treshold=3"], "--set: stall_diagnostics.treshold"],
    [["runs.jsonl", "--preset", "summary"], "preset summary has no"],
  ])("replay %j is misuse: %s", async (args, message) => {
    await mkdir(join(cwd, "empty"))
    await mkdir(join(cwd, "deep"))
    await writeFile(join(cwd, "deep/package.json"), '{"name":"x"}')
    await writeFile(join(cwd, "odd.json"), '{"a":1}')
    const { code, stdout, stderr } = await call(["replay", ...args], { cwd })
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toContain(message)
  })

  test("--html writes one page", async () => {
    const { stdout } = await call(["replay", "runs.jsonl", "--html", "out.html"], { cwd })
    expect(stdout).toContain("out.html")
    const page = await readFile(join(cwd, "out.html"), "utf8")
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).toContain("stuck_same_diagnostic")
    expect(page).toContain("At most that would have been saved, if no run needed any of it.")
  })

  test.skipIf(process.platform !== "linux")(
    "--open opens it, and says where it is if nothing does",
    async () => {
      const args = ["replay", "runs.jsonl", "--html", "out.html", "--open"]
      await mkdir(join(cwd, "bin"))
      const lone = await call(args, { cwd, env: { PATH: join(cwd, "bin") } })
      expect([lone.code, lone.stderr]).toEqual([0, expect.stringContaining(join(cwd, "out.html"))])
      const own = await call(["replay", "runs.jsonl", "--open"], { cwd, env: { PATH: join(cwd, "bin") } })
      const page = own.stderr.trim().replace("no program opens pages here; the page is ", "")
      onTestFinished(() => rm(dirname(page), { recursive: true }))
      expect((await stat(dirname(page))).mode & 0o777).toBe(0o700)
      expect(await readFile(page, "utf8")).toContain("2 of 3 runs stalled")
      const opener = `#!/bin/sh\nprintf %s "$1" > '${join(cwd, "opened")}'\n`
      await writeFile(join(cwd, "bin/xdg-open"), opener, { mode: 0o755 })
      await call(args, { cwd, env: { PATH: join(cwd, "bin") } })
      await vi.waitFor(async () => {
        expect(await readFile(join(cwd, "opened"), "utf8")).toBe(join(cwd, "out.html"))
      })
    },
  )

  test("an error that is not ours to hide leaves the old page", async () => {
    await writeFile(join(cwd, "out.html"), "old")
    expect((await call(["replay", "odd", "--html", "out.html"], { cwd })).code).toBe(2)
    expect(await readFile(join(cwd, "out.html"), "utf8")).toBe("old")
  })
})

describe("proofloop replay without a path", () => {
  const env = (): Record<string, string> => ({ HOME: join(cwd, "home") })
  const place = (): string => join(cwd, "home/.claude/projects/-work-shop")

  test("finds nothing and says where it looked", async () => {
    const { code, stderr } = await call(["replay"], { cwd, env: env() })
    expect(code).toBe(2)
    expect(stderr).toContain("no sessions found in ~/.claude/projects")
  })

  test("asks before it reads what it found, and takes no for an answer", async () => {
    await mkdir(place(), { recursive: true })
    await writeRuns(join(place(), "s.jsonl"), { stuck: thrash })
    const asked = await call(["replay", "--json"], { cwd, env: env(), answer: "" })
    expect([asked.code, asked.stdout]).toEqual([0, ""])
    expect(asked.stderr).toMatch(/Nothing was read\.\n$/)
    expect(asked.stderr).toMatch(/Claude Code +~\/\.claude\/projects +1 file/)
    expect(asked.stderr).toContain("Read it? Nothing leaves this computer. [y/N]")
    const agreed = await call(["replay", "--json"], { cwd, env: env(), answer: "y" })
    expect(json(agreed.stdout).length).toBe(1)
    const unasked = await call(["replay", "--json", "--yes"], { cwd, env: env() })
    expect(json(unasked.stdout).length).toBe(1)
  })

  test("looks in every place of an agent; an empty variable counts as none", async () => {
    const places = [
      ".claude/projects",
      ".config/claude/projects",
      ".codex/sessions",
      ".codex/archived_sessions",
    ]
    for (const name of places) {
      await mkdir(join(cwd, "home", name), { recursive: true })
      await writeRuns(join(cwd, "home", name, "s.jsonl"), { [name]: thrash })
    }
    const empty = { CLAUDE_CONFIG_DIR: "", CODEX_HOME: "", XDG_CONFIG_HOME: "" }
    const { code, stderr, stdout } = await call(["replay", "--yes", "--json"], {
      cwd,
      env: { ...env(), ...empty },
    })
    expect([code, json(stdout).length]).toEqual([0, 4])
    for (const name of places) expect(stderr).toContain(`~/${name}`)
  })

  test("reads nothing where nobody can be asked", async () => {
    await mkdir(place(), { recursive: true })
    await writeRuns(join(place(), "s.jsonl"), { stuck: thrash })
    const { code, stdout, stderr } = await call(["replay"], { cwd, env: env() })
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toContain("--yes")
  })
})
