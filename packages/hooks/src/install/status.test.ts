import { chmodSync, rmSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { beat } from "../entry/notes.ts"
import { type HostName, HOST_NAMES } from "../events/host_event.ts"
import { openWorld, read, VERSION, write } from "./world.fixture.ts"

type World = ReturnType<typeof openWorld>

function runSession(world: World, { id = "s1", cwd = world.machine.project } = {}): void {
  const file = join(world.machine.home, ".codex/sessions/2026/11/22", `rollout-2026-11-22-${id}.jsonl`)
  write(file, `${JSON.stringify({ type: "session_meta", payload: { id, cwd } })}\n`)
}

function heart(
  world: World,
  host: HostName,
  { session_id = "s1", at = Date.now(), event = "calls_ended" } = {},
): void {
  beat(world.home, host, { at, session_id, event, version: VERSION })
}

/** An hour ago, so that the test's own writes are later. */
async function installLongAgo(
  world: World,
  host: HostName,
  scope: "user" | "project" = "user",
): Promise<void> {
  await world.install(host, ["--nudge"], { scope, now: new Date(Date.now() - 3_600_000) })
}

test.for(HOST_NAMES)("%s: not installed, installed, and shown with its flags", async (host) => {
  const world = openWorld()
  expect(await world.status(host)).toMatchObject({ state: "not_installed", installations: [] })
  await world.install(host, ["--nudge", "--verify", "npm test"])
  const status = await world.status(host)
  expect(status).toMatchObject({
    state: "waiting",
    entry: { version: VERSION },
    installations: [
      { scope: "user", mode: "nudge", flags: ["--nudge", "--verify", "npm test"], is_current: true },
    ],
  })
  expect(status.words).toHaveLength(1)
})

test("a session without a heartbeat says that hooks are not trusted", async () => {
  const world = openWorld()
  await installLongAgo(world, "codex")
  expect((await world.status("codex")).state).toBe("waiting")
  runSession(world)
  const { state, words } = await world.status("codex")
  expect(state).toBe("silent")
  expect(words).toEqual([
    "installed but never ran: Codex runs no hook that is not trusted: open codex, type /hooks, accept",
  ])
  heart(world, "codex")
  expect((await world.status("codex")).state).toBe("works")
})

test("an event without calls proves no more than that the hook runs", async () => {
  const world = openWorld()
  await installLongAgo(world, "codex")
  runSession(world)
  heart(world, "codex", { event: "stop" })
  const { state, words } = await world.status("codex")
  expect(state).toBe("no_calls")
  expect(words[0]).toMatch(
    /^runs, last at .* for stop, but was told of no call since install: let Codex run a command/,
  )
  heart(world, "codex", { at: Date.now() - 1000 })
  const { state: now, words: told } = await world.status("codex")
  expect(now).toBe("works")
  expect(told[0]).toMatch(/^works: ran last at .*, for stop, and was told of calls at /)
})

test.for([
  [
    "qwen-code",
    "qwen",
    "0.15.10",
    "PostToolUse",
    ["Qwen Code 0.15.10 has no PostToolBatch: PostToolUse and PostToolUseFailure tell the calls instead"],
  ],
  ["qwen-code", "qwen", "0.24.4", "PostToolBatch", []],
  [
    "claude-code",
    "claude",
    "2.1.112",
    "PostToolUse",
    ["Claude Code 2.1.112 has no PostToolBatch: PostToolUse and PostToolUseFailure tell the calls instead"],
  ],
  [
    "codex",
    "codex",
    "0.100.0",
    "PostToolUse",
    ["Codex 0.100.0 is older than 0.124.0, the oldest that is known to tell hooks all they need: update it"],
  ],
] as const)("%s: %s %s is told of calls by %s", async ([host, program, version, event, expected]) => {
  const { root } = openWorld()
  const world = openWorld({ PATH: join(root, "bin") })
  write(join(root, "bin", program), `#!/bin/sh\necho "${program} v${version}"\n`)
  chmodSync(join(root, "bin", program), 0o755)
  const { notes } = await world.install(host)
  expect(notes).toEqual(expect.arrayContaining([...expected]))
  const { hooks } = JSON.parse(read(world.place(host)) ?? "") as { hooks: object }
  expect(Object.keys(hooks).filter((name) => name.startsWith("PostTool"))[0]).toBe(event)
  const { installations, version: seen, words } = await world.status(host)
  expect([seen, installations[0]?.is_current]).toEqual([version, true])
  expect(words.slice(1)).toEqual(expected)
})

test("a heartbeat of before the newest session proves nothing of it, unless it is of that session", async () => {
  const world = openWorld()
  await installLongAgo(world, "codex")
  runSession(world, { id: "s2" })
  const at = Date.now() - 1_800_000
  heart(world, "codex", { session_id: "s1", at })
  const { state, words } = await world.status("codex")
  expect(state).toBe("silent")
  expect(words[0]).toContain("not in the session that began at")
  heart(world, "codex", { session_id: "s2", at })
  expect((await world.status("codex")).state).toBe("works")
})

test("sessions of other folders say nothing of a project's hooks", async () => {
  const world = openWorld()
  await installLongAgo(world, "codex", "project")
  runSession(world, { cwd: "/elsewhere" })
  expect((await world.status("codex")).state).toBe("waiting")
  runSession(world, { id: "s3", cwd: join(world.machine.project, "packages/a") })
  expect((await world.status("codex")).state).toBe("silent")
})

test.for([
  ["claude-code", ".claude/settings.local.json", '{ "disableAllHooks": true }', "disableAllHooks is true"],
  [
    "gemini-cli",
    ".gemini/settings.json",
    '{ "hooksConfig": { "enabled": false } }',
    "hooksConfig.enabled is false",
  ],
  ["codex", ".codex/config.toml", "[features]\nhooks = false\n", "features.hooks is false"],
  ["qwen-code", ".qwen/settings.json", '{ "disableAllHooks": true } // mine', "disableAllHooks is true"],
  ["copilot", ".github/copilot/settings.json", '{ "disableAllHooks": true }', "disableAllHooks is true"],
] as const)("%s: hooks that are switched off in %s", async ([host, file, text, words]) => {
  const world = openWorld()
  await world.install(host)
  heart(world, host)
  const path = join(world.machine.project, file)
  write(path, text)
  const status = await world.status(host)
  expect(status.state).toBe("off")
  expect(status.words.join()).toBe(`switched off: ${words} in ${path}`)
})

test("Cursor with Claude Code's file alone sees no failure", async () => {
  const world = openWorld()
  await world.install("claude-code")
  const { state, words } = await world.status("cursor")
  expect(state).toBe("not_installed")
  expect(words.join()).toContain("failures are invisible")
  await world.install("cursor")
  expect((await world.status("cursor")).state).toBe("waiting")
})

test("hooks that run without settings here are those of a plugin", async () => {
  const world = openWorld()
  heart(world, "claude-code")
  const { state, words } = await world.status("claude-code")
  expect(state).toBe("not_installed")
  expect(words.join()).toContain("by a plugin")
})

test("what is missing, spoilt or old is said", async () => {
  const world = openWorld()
  await world.install("claude-code")
  write(join(world.home, "hook.js"), "other")
  expect((await world.status("claude-code")).words.join()).toContain("of an unknown version")
  rmSync(join(world.home, "hook.js"))
  expect(await world.status("claude-code")).toMatchObject({ state: "broken", entry: null })
  const path = world.place("claude-code")
  write(path, (read(path) ?? "").replace('"timeout": 30', '"timeout": 31'))
  await world.install("pi")
  expect((await world.status("claude-code")).words.join()).toContain("the settings are of another version")
  write(path, "{\n")
  const { state, words } = await world.status("claude-code")
  expect(state).toBe("broken")
  expect(words.join()).toContain(`${path}:`)
})

test("without a record the settings' own time counts as that of install", async () => {
  const world = openWorld()
  await world.install("codex")
  rmSync(join(world.home, "installs"), { recursive: true })
  const hour_ago = new Date(Date.now() - 3_600_000)
  utimesSync(world.place("codex"), hour_ago, hour_ago)
  runSession(world)
  expect((await world.status("codex")).state).toBe("silent")
})

test("two installations of one host are told, and whether their events count once", async () => {
  const world = openWorld()
  await world.install("codex", ["--observe"])
  await world.install("codex", ["--hold"], { scope: "project" })
  expect((await world.status("codex")).words.join()).toContain("each event comes twice, and counts once")
  await world.install("codex", ["--observe"], { scope: "project" })
  expect((await world.status("codex")).words.join()).toContain("each event comes twice, and may count twice")
})

test.for(["cursor", "copilot"] as const)("%s is said to start Claude Code's hooks as well", async (host) => {
  const world = openWorld()
  await world.install(host, ["--hold"])
  expect((await world.status(host)).words.join()).not.toContain("Claude Code")
  await world.install("claude-code", ["--hold"])
  expect((await world.status(host)).words.join()).toContain("also starts what Claude Code's settings name")
})
