import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, git } from "@proofloop/foundation/git"
import type { JsonObject } from "@proofloop/foundation/text"
import { createAgentLoop, type RunResult, scriptedModel } from "@proofloop/runtime"
import type { ScriptedStep } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { workspaceTools } from "../workspace/workspace_tools.ts"
import { createLoopGate, type LoopGateOptions } from "./loop_gate.ts"

const files = {
  "package.json": '{\n  "name": "shop",\n  "private": true,\n  "type": "module"\n}\n',
  "price.js": "export function price(order) {\n  return order.total\n}\n",
  "bill.js": 'import { price } from "./price.js"\n\nexport const bill = (order) => `${price(order)} EUR`\n',
  "report.js": 'import { price } from "./price.js"\n\nexport const report = (orders) => orders.map(price)\n',
  "check.mjs":
    'import { bill } from "./bill.js"\nimport { report } from "./report.js"\nif (bill({ total: 3 }) !== "3 EUR" || report([{ total: 1 }])[0] !== 1) throw new Error("wrong")\n',
}

interface Ran {
  readonly root: string
  readonly result: RunResult
  readonly rejected: string[]
  readonly told: string
}

async function runIn(
  root: string,
  script: readonly ScriptedStep[],
  options: Partial<LoopGateOptions> = {},
): Promise<Ran> {
  const rejected: string[] = []
  const gate = await createLoopGate({
    root,
    verify_completion: { command: ["node", "check.mjs"], check_id: "check.mjs" },
    on_rejected: ({ by, path }) => rejected.push(`${by} ${path}`),
    ...options,
  })
  const prompts: string[] = []
  const model = scriptedModel(script)
  const loop = createAgentLoop({
    model: async (request, call_options) => {
      prompts.push(JSON.stringify(request.messages))
      return model(request, call_options)
    },
    tools: gate.tools(workspaceTools({ root })),
    verify_completion: gate.verify_completion,
    max_iterations: script.length + 1,
    workspace_root: root,
  })
  return {
    root,
    result: await loop.run("Rename price to total").result,
    rejected,
    told: prompts.at(-1) ?? "",
  }
}

const write = (path: string, content: string): ScriptedStep => use("write_file", { path, content })
const use = (name: string, call_arguments: JsonObject): ScriptedStep => ({
  tool_calls: [{ name, arguments: call_arguments }],
})
const done: ScriptedStep = { text: "done" }
const textOf = async (root: string, path: string): Promise<string> => readFile(join(root, path), "utf8")

describe("the gate in the loop", () => {
  it("lets a rename over three files pass that takes three edits", async () => {
    const root = await repositoryWith(files)
    const renamed = (path: keyof typeof files): ScriptedStep =>
      write(path, files[path].replaceAll(/\bprice\b(?!\.js)/g, "totalOf"))
    const { result, rejected } = await runIn(root, [
      renamed("price.js"),
      renamed("bill.js"),
      renamed("report.js"),
      done,
    ])
    expect(rejected).toEqual([])
    expect(result).toMatchObject({ status: "done", verified: true, proof: { check_id: "check.mjs" } })
    expect(await textOf(root, "price.js")).toContain("function totalOf(order)")
  })

  it("undoes an edit that breaks a file and tells the model why; a repair goes through", async () => {
    const root = await repositoryWith(files)
    const { result, rejected, told } = await runIn(root, [
      write("price.js", "export function price(order {\n  return 1\n}\n"),
      write("price.js", "export function price(order) {\n  return Number(order.total)\n}\n"),
      done,
    ])
    expect(rejected).toEqual(["G2 price.js"])
    expect(told).toContain("edit rejected, the file is as it was before")
    expect(await textOf(root, "price.js")).toContain("Number(order.total)")
    expect(result.verified).toBe(true)
  })

  it("keeps an edit of a file that was broken before, however far the repair has come", async () => {
    const root = await repositoryWith({ ...files, "notes.json": '{"a": 1,, "b": }\n' })
    const { rejected } = await runIn(root, [write("notes.json", '{"a": 1, "b": }\n'), done])
    expect(rejected).toEqual([])
    expect(await textOf(root, "notes.json")).toBe('{"a": 1, "b": }\n')
  })

  it("undoes what an edit breaks anew in a file that failed another critic before", async () => {
    const bad_key = "[tool.mypy]\nno_such_key = 1\n"
    const root = await repositoryWith({ ...files, "pyproject.toml": bad_key })
    const more = `${bad_key}nor_this = 1\n[project]\ndependencies = { a = "1" }\n`
    const { rejected } = await runIn(root, [write("pyproject.toml", more), done], {
      allowed_manifests: ["pyproject.toml"],
      critics: { G23: true, G24: true },
    })
    expect(rejected).toEqual(["G24 pyproject.toml"])
    expect(await textOf(root, "pyproject.toml")).toBe(bad_key)
  })

  it("refuses build manifests the task does not name, and what may never be touched", async () => {
    const root = await repositoryWith(files)
    const edits = [write("package.json", '{ "name": "other" }\n'), write(".env", "TOKEN=1\n"), done]
    const { rejected } = await runIn(root, edits)
    expect(rejected).toEqual(["build_manifest package.json", "sensitive_path .env"])
    expect(await textOf(root, "package.json")).toBe(files["package.json"])
    const allowed = await runIn(root, edits.slice(0, 1).concat(done), { allowed_manifests: ["package.json"] })
    expect(allowed.rejected).toEqual([])
  })

  it("judges at the checkpoint what a shell wrote, under the critic's own check_id, and takes nothing back", async () => {
    const root = await repositoryWith({ ...files, "a.json": "{}\n" })
    const breaking = use("shell", { command: "echo '{' > a.json" })
    const mending = use("shell", { command: "echo '{}' > a.json" })
    const broken = await runIn(root, [breaking, done])
    expect(broken.result).toMatchObject({ verified: false })
    expect(broken.told).toContain("a.json")
    expect(await textOf(root, "a.json")).toBe("{\n")
    await git(root, ["checkout", "--", "a.json"])
    const mended = await runIn(root, [breaking, done, mending, done])
    expect(mended.result).toMatchObject({ status: "done", verified: true })
  })

  it("does not blame a run for what was uncommitted before it, and sees through its commits", async () => {
    const root = await repositoryWith({ ...files, "a.json": "{}\n" })
    await git(root, ["config", "user.name", "x"])
    const dirty = use("shell", { command: "true" })
    await runIn(root, [use("shell", { command: "echo '{' > a.json" }), done])
    const next = await runIn(root, [dirty, done])
    expect(next.result.verified).toBe(true)
    const hidden = await runIn(root, [
      use("shell", {
        command: "echo '[' > price.json && git add -A && git -c user.email=a@b commit -qm x",
      }),
      done,
    ])
    expect(hidden.result.verified).toBe(false)
    expect(await commitPaths(root, ["price.json"], "nothing left")).toBeNull()
  })
})
