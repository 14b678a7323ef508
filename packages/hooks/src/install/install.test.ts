import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { HOST_NAMES } from "../events/host_event.ts"
import { openWorld, read, write } from "./world.fixture.ts"

test.for(HOST_NAMES)(
  "%s: a file that was not there is made, and gone again with its folders",
  async (host) => {
    const world = openWorld()
    for (const scope of ["user", "project"] as const) {
      const path = world.place(host, scope)
      const installed = await world.install(host, ["--nudge"], { scope })
      expect(installed).toMatchObject({ action: "installed", path, backup: null })
      expect(read(path)).toContain("--nudge")
      await world.uninstall(host, { scope })
      expect(read(path)).toBeNull()
    }
    expect(readdirSync(world.machine.project)).toEqual([])
    expect(readdirSync(world.machine.home)).toEqual([".proofloop"])
  },
)

test("a dry run says the same and writes nothing", async () => {
  const world = openWorld()
  const dry = await world.install("claude-code", ["--observe"], { is_dry_run: true })
  expect(readdirSync(world.machine.home)).toEqual([])
  expect(dry.diff).toBe((await world.install("claude-code")).diff)
  const before = read(dry.path)
  await world.uninstall("claude-code", { is_dry_run: true })
  expect(read(dry.path)).toBe(before)
})

test("a second run changes nothing, and other flags replace the entries", async () => {
  const world = openWorld()
  const path = world.place("qwen-code")
  await world.install("qwen-code", ["--observe"])
  const first = read(path)
  expect(await world.install("qwen-code", ["--observe"])).toMatchObject({ action: "unchanged", diff: "" })
  expect(read(path)).toBe(first)
  const changed = await world.install("qwen-code", [
    "--hold",
    "--verify",
    "npm test",
    "--verify-seconds",
    "300",
  ])
  expect(changed.action).toBe("replaced")
  // Milliseconds, as this host counts: the check's five minutes and half a minute around it.
  expect(read(path)).toContain('"timeout": 330000')
  expect(read(path)).not.toContain("--observe")
})

test("entries of an older version are replaced, the person's own are not", async () => {
  const world = openWorld()
  const path = world.place("claude-code")
  const theirs = { matcher: "Bash", hooks: [{ type: "command", command: "theirs" }] }
  const old = { type: "command", command: "sh ~/old/launcher proofloop-hook 1.0" }
  write(
    path,
    JSON.stringify({
      hooks: { PreToolUse: [theirs, { hooks: [old] }], PostToolUse: [{ hooks: [old, old] }] },
    }),
  )
  expect((await world.install("claude-code")).action).toBe("replaced")
  expect(read(path)).not.toContain("1.0")
  await world.uninstall("claude-code")
  expect(JSON.parse(read(path) ?? "")).toEqual({ hooks: { PreToolUse: [theirs] } })
})

test.for([
  ['{\n  "a": 1,\n  "b": [}\n', 3, "value expected"],
  ['{\n  "hooks": []\n}', 2, '"hooks" is not an object'],
  ['{\n  "hooks": {\n    "Stop": {}\n  }\n}', 3, '"hooks.Stop" is not a list'],
  ['{\n  "hooks": {},\n  "hooks": {}\n}', 3, "first in line 2"],
  ["[]", 1, "are not a JSON object"],
  ["{\n'a': 1}", 2, "invalid symbol"],
] as const)("what cannot be edited is refused with its line: %j", async ([text, line, message]) => {
  const world = openWorld()
  const path = world.place("claude-code")
  write(path, text)
  await expect(world.install("claude-code")).rejects.toMatchObject({
    code: "install_error",
    file: path,
    line,
  })
  await expect(world.install("claude-code")).rejects.toThrow(`${path}:${line}: `)
  await expect(world.install("claude-code")).rejects.toThrow(message)
  expect(readdirSync(dirname(path))).toEqual(["settings.json"])
  expect(read(path)).toBe(text)
})

test("comments are refused where the host reads none", async () => {
  const world = openWorld()
  write(world.place("codex"), '{\n  // mine\n  "hooks": {}\n}')
  await expect(world.install("codex")).rejects.toMatchObject({ line: 2 })
})

test("a file that is read-only, or no text, is told and left", async () => {
  const world = openWorld()
  const path = world.place("gemini-cli")
  write(path, "{}")
  chmodSync(path, 0o444)
  await expect(world.install("gemini-cli")).rejects.toThrow("read-only")
  expect(read(path)).toBe("{}")
  mkdirSync(world.place("cursor"), { recursive: true })
  await expect(world.install("cursor")).rejects.toThrow("not a file")
  write(world.place("codex"), "\u0000")
  await expect(world.install("codex")).rejects.toMatchObject({ code: "install_error" })
})

test("a link is written through, and permissions stay", async () => {
  const world = openWorld()
  const path = world.place("claude-code")
  const real = join(world.root, "dotfiles/claude.json")
  write(real, '{ "a": 1 }')
  chmodSync(real, 0o640)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(real, path)
  await world.install("claude-code")
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(read(real)).toContain("proofloop-hook")
  expect(statSync(real).mode & 0o777).toBe(0o640)
  await world.uninstall("claude-code")
  expect(read(real)).toBe('{ "a": 1 }')
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
})

test("a link that leads nowhere, or out of a project, is refused", async () => {
  const world = openWorld()
  const path = world.place("claude-code")
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(world.root, "gone"), path)
  await expect(world.install("claude-code")).rejects.toThrow("link to a file that is not there")
  const outside = join(world.root, "outside")
  mkdirSync(outside)
  symlinkSync(outside, join(world.machine.project, ".cursor"))
  await expect(world.install("cursor", ["--observe"], { scope: "project" })).rejects.toThrow("leads out of")
  expect(readdirSync(outside)).toEqual([])
})

test("somebody else's module is left alone", async () => {
  const world = openWorld()
  write(world.place("opencode"), "export const Mine = async () => ({})\n")
  await expect(world.install("opencode")).rejects.toThrow("not proofloop's")
  expect((await world.uninstall("opencode")).action).toBe("unchanged")
  expect(read(world.place("opencode"))).toContain("Mine")
})

test("bytes are kept beside the file, once for each content, for the person alone", async () => {
  const world = openWorld()
  const path = world.place("claude-code")
  write(path, '{ "env": { "KEY": "secret" } }')
  const first = await world.install("claude-code", ["--observe"], { now: new Date("2026-01-01T00:00:00Z") })
  expect(first.backup).toMatch(/settings\.json\.proofloop-20260101T000000Z-[0-9a-f]{8}\.bak$/)
  expect(statSync(first.backup ?? "").mode & 0o777).toBe(0o600)
  await world.install("claude-code", ["--hold"])
  write(path, '{ "env": { "KEY": "secret" } }')
  expect((await world.install("claude-code")).backup).toBe(first.backup)
  expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".bak"))).toHaveLength(1)
})

test.for(["claude-code", "codex"] as const)("%s: tools of a server in place of commands", async (host) => {
  const world = openWorld()
  const path = world.place(host)
  const words = ["--hold", "--via", "mcp"]
  const { notes } = await world.install(host, words)
  expect(notes.join()).toContain("proofloop-hooks -- npx --no-install proofloop mcp --hooks")
  const settings = read(path) ?? ""
  expect(settings).toContain('"type": "mcp_tool"')
  expect(settings).toContain(`proofloop-hook run ${host} --hold --via mcp`)
  expect(await world.install(host, words)).toMatchObject({ action: "unchanged" })
  expect((await world.status(host)).installations).toMatchObject([
    { flags: words, mode: "hold", is_current: true },
  ])
  await world.install(host, ["--hold"])
  expect(read(path)).not.toContain("mcp_tool")
  await world.install(host, words)
  await world.uninstall(host)
  expect(read(path)).toBeNull()
})

test("tools of a server in settings of Codex that are TOML", async () => {
  const world = openWorld()
  const config = join(dirname(world.place("codex")), "config.toml")
  const theirs = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "theirs"\n'
  write(config, theirs)
  const words = ["--nudge", "--via", "mcp"]
  expect(await world.install("codex", words)).toMatchObject({ path: config })
  expect(read(config)).toContain('input = { command = "proofloop-hook run codex --nudge --via mcp"')
  expect(await world.install("codex", words)).toMatchObject({ action: "unchanged" })
  await world.uninstall("codex")
  expect(read(config)).toBe(theirs)
})
