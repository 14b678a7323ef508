import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import {
  cmdCommand,
  type EntryPlace,
  hookCommand,
  isOurs,
  powershellCommand,
  readCommand,
  RUN_SCRIPT,
} from "./launcher.ts"
import { openWorld, write } from "./world.fixture.ts"

const WORDS = ["--hold", "--verify", `npm test -- --grep 'it "works"' $HOME; exit 3`]
const SHELLS = ["/bin/sh", "/bin/bash", "/usr/bin/zsh", "/usr/bin/fish"].filter(existsSync)

/** Runs a command as a host does, in a home that holds only what a test puts there. */
function runIn(
  home: string,
  { place, shell = "/bin/sh", env = {} }: { place?: EntryPlace; shell?: string; env?: object } = {},
) {
  const command = hookCommand({ host: "codex", words: WORDS }, place)
  const { status, stdout, stderr } = spawnSync(shell, ["-c", command], {
    input: "x".repeat(1_000_000),
    encoding: "utf8",
    cwd: home,
    env: { HOME: home, PATH: "/usr/bin:/bin", ...env },
  })
  return { status, stdout, stderr }
}

const NOTHING = { status: 0, stdout: "", stderr: "" }

function homeWith(entry: string | null, { is_linked = true } = {}) {
  const { machine } = openWorld()
  const hooks = join(machine.home, ".proofloop/hooks")
  mkdirSync(hooks, { recursive: true })
  if (entry !== null) writeProgram(hooks, entry)
  if (is_linked) symlinkSync(process.execPath, join(hooks, "node"))
  return machine.home
}

function writeProgram(folder: string, entry: string): void {
  write(join(folder, "hook.js"), entry)
  cpSync(join(import.meta.dirname, "../entry", RUN_SCRIPT), join(folder, RUN_SCRIPT))
}

const ECHO = `let bytes = 0
process.stdin.on("data", (data) => (bytes += data.length))
process.stdin.on("end", () => console.log(JSON.stringify([...process.argv.slice(2), bytes])))
`

test.for(SHELLS)("%s gives the entry its words and its input, whatever stands in them", (shell) => {
  const { status, stdout } = runIn(homeWith(ECHO), { shell })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual(["run", "codex", ...WORDS, 1_000_000])
})

test.for([
  ["no file", null],
  ["a crash", 'throw new Error("x")'],
  ["a crash after half an answer", 'process.stdout.write(`{"decision":`); process.exitCode = 2'],
  ["a refusal by exit code", "process.exit(2)"],
  ["no program at all", "\u0000 this is none"],
  ["words on the error stream", 'console.error("trouble")'],
  ["a signal", "process.kill(process.pid, 9)"],
] as const)("%s is an empty answer", ([, entry]) => {
  expect(runIn(homeWith(entry))).toEqual(NOTHING)
})

test("a machine without Node is an empty answer", () => {
  const { root } = openWorld()
  const bin = join(root, "bin")
  mkdirSync(bin)
  symlinkSync("/bin/cat", join(bin, "cat"))
  expect(runIn(homeWith(ECHO, { is_linked: false }), { env: { PATH: bin } })).toEqual(NOTHING)
})

test.for([
  ["gone", (path: string) => rmSync(path)],
  ["half of it", (path: string) => writeFileSync(path, "{\n  node=")],
  ["a folder", (path: string) => (rmSync(path), mkdirSync(path))],
] as const)("a script that is %s is an empty answer", ([, spoil]) => {
  const home = homeWith(ECHO)
  spoil(join(home, ".proofloop/hooks", RUN_SCRIPT))
  expect(runIn(home)).toEqual(NOTHING)
})

test("the line in a host's settings is short, and ends with what can be set", () => {
  const command = hookCommand({ host: "codex", words: ["--hold"] })
  expect(command).toMatch(/^\/bin\/sh -c '.{1,110}' proofloop-hook run codex --hold$/)
})

test("no home is an empty answer", () => {
  const command = hookCommand({ host: "codex", words: [] })
  expect(spawnSync("/bin/sh", ["-c", command], { input: "{}", env: {}, encoding: "utf8" })).toMatchObject(
    NOTHING,
  )
})

test("PROOFLOOP_HOME is where the entry is looked for", () => {
  const home = homeWith(ECHO)
  const elsewhere = join(home, "elsewhere")
  writeProgram(join(elsewhere, "hooks"), 'console.log("here")')
  const env = { PROOFLOOP_HOME: elsewhere, PATH: `${join(process.execPath, "..")}:/bin:/usr/bin` }
  expect(runIn(home, { env })).toMatchObject({ stdout: "here" })
})

test("a plugin runs the entry in its own folder, else the installed one", () => {
  const home = homeWith('console.log("home")')
  const plugin = join(home, "the plugin")
  const env = { CLAUDE_PLUGIN_ROOT: plugin }
  expect(runIn(home, { place: "plugin", env })).toMatchObject({ stdout: "home" })
  writeProgram(plugin, 'console.log("plugin")')
  expect(runIn(home, { place: "plugin", env })).toMatchObject({ stdout: "plugin" })
  expect(runIn(home, { place: "plugin", env: { PLUGIN_ROOT: plugin } })).toMatchObject({ stdout: "plugin" })
})

test("a repository's own folder is looked at by the command for cloud agents alone", () => {
  const home = homeWith(null)
  writeProgram(join(home, ".github/hooks/proofloop"), 'console.log("repository")')
  expect(runIn(home)).toEqual(NOTHING)
  expect(runIn(home, { place: "repository" })).toMatchObject({ stdout: "repository" })
})

test("a command of ours is read back, one of another form is still ours", () => {
  for (const place of ["home", "plugin", "repository"] as const) {
    const command = hookCommand({ host: "qwen-code", words: WORDS }, place)
    expect(isOurs(command)).toBe(true)
    expect(readCommand(command)).toEqual({ host: "qwen-code", words: WORDS })
  }
  const old = "sh ~/launcher.sh proofloop-hook 0.1 codex"
  expect([isOurs(old), readCommand(old)]).toEqual([true, null])
  expect(isOurs("npx proofloop check")).toBe(false)
})

test("Windows gets what its shells take, or nothing", () => {
  expect(isOurs(cmdCommand({ host: "codex", words: ["--verify", "npm test"] }))).toBe(true)
  expect(cmdCommand({ host: "codex", words: ["--verify", "npm test & del x"] })).toBeNull()
  expect(powershellCommand({ host: "copilot", words: ["--verify", "it's"] })).toContain("'it''s'")
})
