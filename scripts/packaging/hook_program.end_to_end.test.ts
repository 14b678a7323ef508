import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../setup.mjs"
import { buildHookProgram } from "./hook_program.mjs"

const RED = 'import test from "node:test"\ntest("adds", () => { throw new Error("3 is not 4") })\n'
const PASSED = "# tests 1\n# pass 1\n# fail 0\n"
const GREEN = 'import test from "node:test"\ntest("adds", () => {})\n'

test.skipIf(process.platform !== "linux")("a home that can never be made is no answer", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-hook-run-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await buildHookProgram(root, folder)
  const input = JSON.stringify({ cwd: folder, session_id: "one", hook_event_name: "Stop" })
  const args = [join(folder, "hook.js"), "run", "claude-code", "--hold"]
  const env = { ...process.env, PROOFLOOP_HOME: "/proc/nope" }
  expect(execFileSync(process.execPath, args, { env, input, encoding: "utf8", timeout: 20_000 })).toBe("")
})

test("the end of a turn is held while the check is red, and let go when it is green", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-hook-run-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await buildHookProgram(root, join(folder, "program"))
  const file = join(folder, "sum.test.mjs")
  execFileSync("git", ["init", "--quiet", folder])
  const tell = (event: string, of: object = {}): object => {
    const input = JSON.stringify({ cwd: folder, session_id: "one", hook_event_name: event, ...of })
    const args = [join(folder, "program/hook.js"), "run", "claude-code", "--hold", "--verify", "node --test"]
    const env = { PATH: process.env["PATH"], PROOFLOOP_HOME: join(folder, "home") }
    const said = execFileSync(process.execPath, args, { cwd: folder, env, input, encoding: "utf8" })
    return said === "" ? {} : (JSON.parse(said) as object)
  }
  const write = (content: string): void => {
    writeFileSync(file, content)
    const input = { file_path: file, content }
    const call = { tool_name: "Write", tool_use_id: content, tool_input: input, tool_response: "ok" }
    tell("PostToolBatch", { tool_calls: [call] })
  }
  const stop = () => tell("Stop", { stop_hook_active: false, background_tasks: [] })
  tell("UserPromptSubmit", { prompt: "go" })
  write(RED)
  expect(stop()).toMatchObject({ decision: "block" })
  write(GREEN)
  expect(stop()).not.toHaveProperty("decision")
  const pass = (tool_use_id: string): void => {
    const call = {
      tool_name: "Bash",
      tool_use_id,
      tool_input: { command: "node --test" },
      tool_response: PASSED,
    }
    tell("PostToolBatch", { tool_calls: [call] })
  }
  pass("first")
  const before = compiledIn(join(folder, "home/hooks/compiled"))
  pass("second")
  const after = compiledIn(join(folder, "home/hooks/compiled"))
  // What was refused is written again as if it were new.
  expect(after.map(([name]) => name)).toEqual(before.map(([name]) => name))
  for (const [at, [name, file, generation]] of after.entries())
    expect([name, before[at]?.[1] === file || generation > (before[at]?.[2] ?? 0)]).toEqual([name, true])
})

/** Name, number of the file, and how often each compiled script was taken and kept again. */
function compiledIn(folder: string): readonly (readonly [name: string, file: number, generation: number])[] {
  return readdirSync(folder).map((name) => {
    const bytes = readFileSync(join(folder, name))
    return [name, statSync(join(folder, name)).ino, bytes.readUInt32LE(bytes.length - 8)]
  })
}
