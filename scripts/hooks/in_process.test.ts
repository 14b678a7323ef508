import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { setEnvironment } from "../../packages/foundation/src/process/environment.fixture.ts"
import type { hookOpencode } from "../../packages/hooks/src/entry/hook_opencode.ts"
import type { hookPi, PiApi } from "../../packages/hooks/src/entry/hook_pi.ts"
import { buildHookProgram } from "../packaging/hook_program.mjs"

interface Program {
  readonly hookOpencode: typeof hookOpencode
  readonly hookPi: typeof hookPi
}

const RED = "not ok 1 - adds\n  ---\n  error: 'expected 3, got 4'\n  ...\n# fail 1"
const CWD = "/home/dev/project"
let program: Program
let restoreEnvironment = (): void => undefined

beforeAll(async () => {
  const home = mkdtempSync(join(tmpdir(), "proofloop in process "))
  setEnvironment({ PROOFLOOP_HOME: home }, (restore) => void (restoreEnvironment = restore))
  await buildHookProgram(fileURLToPath(new URL("../..", import.meta.url)), join(home, "hooks"))
  // As when a host is started with `opencode run`: what is imported is no program.
  process.argv = ["/bin/opencode", "/bin/opencode", "run", "codex"]
  program = await import(pathToFileURL(join(home, "hooks", "hook.js")).href)
}, 60_000)

const { argv } = process
afterAll(() => {
  process.argv = argv
  restoreEnvironment()
})

test("opencode is told of an edit without effect, and prompted when it stops", async () => {
  const prompts: unknown[] = []
  const client = {
    session: { prompt: async (options: unknown) => prompts.push(options) },
    tui: { showToast: async () => {} },
  }
  const hooks = program.hookOpencode({ directory: CWD, client }, ["--hold"])
  let number = 0
  const ended = async (tool: string, args: object, output: object) => {
    const input = { tool, sessionID: "s1", callID: `c${(number += 1)}`, args }
    const after: { output?: unknown } = { ...output }
    await hooks["tool.execute.after"](input, after)
    return String(after.output)
  }
  const check = () => ended("bash", { command: "npm test" }, { output: RED, metadata: { exit: 1 } })
  expect(await check()).toBe(RED)
  await ended("write", { filePath: `${CWD}/sum.js`, content: "1" }, { output: "Wrote file successfully." })
  expect(await check()).toContain("[proofloop] Your edit did not change this failure")
  await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s1" } } })
  expect(JSON.stringify(prompts)).toContain("[proofloop] Not done yet")
  expect(prompts).toMatchObject([{ path: { id: "s1" } }])
})

test("opencode's call is refused by an error, and nothing else throws", async () => {
  const client = { session: { prompt: async () => {} }, tui: { showToast: async () => {} } }
  const hooks = program.hookOpencode({ directory: CWD, client }, ["--hold", "--refuse-repeats"])
  const args = { command: "npm test" }
  const call = (callID: string) => ({ tool: "bash", sessionID: "s2", callID, args })
  for (const id of ["a", "b"]) {
    await hooks["tool.execute.before"](call(id), { args })
    const output = { output: RED, metadata: { exit: 1 } }
    await hooks["tool.execute.after"](call(id), output)
  }
  await expect(hooks["tool.execute.before"](call("c"), { args })).rejects.toThrow(
    "[proofloop] This very command",
  )
  await hooks["tool.execute.before"]({ tool: "bash" }, {})
  await hooks.event({ event: { type: "session.idle" } })
})

test.each([
  ["0.74", "agent_end", undefined],
  ["1.5", "agent_before_settle", () => {}],
] as const)("pi %s is held at %s", async (_version, last, returned) => {
  const listeners = new Map<string, Parameters<PiApi["on"]>[1]>()
  const sent: string[] = []
  const pi: PiApi = {
    on(event, listener) {
      listeners.set(event, listener)
      return returned
    },
    sendUserMessage: (text) => void sent.push(text),
  }
  program.hookPi(pi, ["--hold"])
  const context = { cwd: CWD, ui: { notify() {} }, sessionManager: { getSessionId: () => `pi ${last}` } }
  const tell = (type: string, event: object) => listeners.get(type)?.({ type, ...event }, context)
  const result = (toolCallId: string, toolName: string, of: object) =>
    tell("tool_result", { toolCallId, toolName, ...of })
  const failed = { isError: true, content: [{ type: "text", text: `${RED}\n\nCommand exited with code 1` }] }
  await result("1", "bash", { input: { command: "npm test" }, ...failed })
  const file = { path: `${CWD}/sum.js`, content: "1" }
  await result("2", "write", { input: file, isError: false, content: [{ type: "text", text: "ok" }] })
  const answer = await result("3", "bash", { input: { command: "npm test" }, ...failed })
  expect(JSON.stringify(answer)).toContain("[proofloop] Your edit did not change this failure")
  const stopped = await tell(last, { messages: [], entries: [] })
  expect(JSON.stringify([stopped, sent])).toContain("[proofloop] Not done yet")
  expect(listeners.has("agent_end")).toBe(last === "agent_end")
})
