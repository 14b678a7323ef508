import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import type { ScriptedStep } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { workspaceTools } from "../workspace/workspace_tools.ts"
import { createLoopGate, type LoopGateOptions } from "./loop_gate.ts"

const ONE_TEST = 'process.exitCode = (await import("./a.mjs")).a === 1 ? 0 : 1\n'
const RUNNER = 'console.log((await import("./a.mjs")).a === 1 ? "ok 1 - a is one" : "not ok 1 - a is one")\n'
const FILES = {
  "package.json": '{\n  "name": "shop",\n  "private": true\n}\n',
  "a.mjs": "export const a = 1\n",
  "check.mjs": ONE_TEST,
  "tests.mjs": `${RUNNER}${ONE_TEST}`,
}

async function runIn(root: string, script: readonly ScriptedStep[], options: Partial<LoopGateOptions>) {
  const gate = await createLoopGate({ root, verify_completion: () => true, env: {}, ...options })
  const loop = createAgentLoop({
    model: scriptedModel(script),
    tools: gate.tools(workspaceTools({ root })),
    verify_completion: gate.verify_completion,
    max_iterations: script.length,
    workspace_root: root,
  })
  return loop.run("Change it").result
}

function write(path: string, content: string): ScriptedStep {
  return { tool_calls: [{ name: "write_file", arguments: { path, content } }] }
}

describe("what the critics of a loop compare with", () => {
  it("is measured before the first edit: a test that passed then and fails now is found", async () => {
    const root = await repositoryWith(FILES)
    const critics = { G8: { command: "node tests.mjs" }, build: false }
    const { verified } = await runIn(root, [write("a.mjs", "export const a = 2\n"), { text: "done" }], {
      critics,
    })
    expect(verified).toBe(false)
  })

  it("does not blame a run for tests and builds that failed before it", async () => {
    const root = await repositoryWith({ ...FILES, "a.mjs": "export const a = 3\n" })
    const critics = { G8: { command: "node tests.mjs" }, build: { command: "node check.mjs" } }
    const script = [write("b.mjs", "export const b = 2\n"), { text: "done" }]
    expect(await runIn(root, script, { critics })).toMatchObject({ status: "done", verified: true })
  })

  it("lets the environment ask for G8 and switch critics off", async () => {
    const root = await repositoryWith({
      ...FILES,
      "package.json":
        '{\n  "name": "shop",\n  "private": true,\n  "scripts": { "test": "node tests.mjs" }\n}\n',
    })
    const critics = { build: false }
    const breaking = [write("a.mjs", "export const a = 2\n"), { text: "done" }]
    const on = { PROOFLOOP_TEST_REGRESSION_GATE: "on" }
    expect((await runIn(root, breaking, { critics, env: on })).verified).toBe(false)
    const broken = [write("b.json", "{"), { text: "done" }]
    const seen: string[] = []
    const on_rejected = ({ by }: { readonly by: string }) => seen.push(by)
    await runIn(root, broken, { critics, on_rejected })
    expect(seen).toEqual(["G2"])
    await runIn(root, broken, { critics, on_rejected, env: { PROOFLOOP_G2: "off" } })
    expect(seen).toEqual(["G2"])
  })

  it("leaves nothing that counts as the run's change", async () => {
    const root = await repositoryWith({
      ...FILES,
      "check.mjs": 'import { writeFileSync } from "node:fs"\nwriteFileSync("out.json", "{")\n',
    })
    const script = [write("b.mjs", "export const b = 2\n"), { text: "done" }]
    const critics = { build: { command: "node check.mjs" } }
    expect((await runIn(root, script, { critics })).verified).toBe(true)
  })

  it("is not measured by halves", async () => {
    const root = await repositoryWith(FILES)
    const signal = AbortSignal.abort(new Error("stopped"))
    await expect(createLoopGate({ root, verify_completion: () => true, signal })).rejects.toThrow("stopped")
  })
})
