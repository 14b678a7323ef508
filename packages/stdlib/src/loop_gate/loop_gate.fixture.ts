import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { JsonObject } from "@proofloop/foundation/text"
import { createAgentLoop, type RunResult, scriptedModel } from "@proofloop/runtime"
import type { ScriptedStep } from "@proofloop/runtime/testing"
import { workspaceTools } from "../workspace/workspace_tools.ts"
import { createLoopGate, type LoopGateOptions } from "./loop_gate.ts"

export const FILES = {
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

export async function runIn(
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

export const write = (path: string, content: string): ScriptedStep => use("write_file", { path, content })
export const use = (name: string, call_arguments: JsonObject): ScriptedStep => ({
  tool_calls: [{ name, arguments: call_arguments }],
})
export const DONE: ScriptedStep = { text: "done" }
export const textOf = async (root: string, path: string): Promise<string> =>
  readFile(join(root, path), "utf8")
