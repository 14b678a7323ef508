import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool, ToolResult } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { callTool } from "../../../../runtime/src/tools/call_tool.fixture.ts"
import { type Loop, loopWith } from "../loop.fixture.ts"
import { planWith } from "../rows.fixture.ts"
import { selfCorrectionTools } from "./tools.ts"

/** What the critic of the bench finds. */
export const FINDING = {
  severity: "high",
  citation: "README.md: prices are in cents",
  fix_direction: "src/price.mjs:2 rounds to whole cents",
  confidence: 91,
}

export interface ToolsBench extends Loop {
  readonly tools: ReadonlyMap<string, Tool>
  readonly call: (name: string, given: JsonObject) => Promise<ToolResult>
}

/** The tools over a shop of its own, with one feedback. */
export async function bench(options: Parameters<typeof loopWith>[1] = {}): Promise<ToolsBench> {
  const critic = scriptedModel([{ text: JSON.stringify({ findings: [FINDING], most_impactful: FINDING }) }])
  const loop = await loopWith({}, { model: critic, ...options })
  await loop.add()
  const tools = new Map(selfCorrectionTools(loop.options).map((tool) => [tool.name, tool]))
  const call = async (name: string, given: JsonObject): Promise<ToolResult> => {
    const tool = tools.get(name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    return callTool(tool, given)
  }
  return { ...loop, tools, call }
}

export const plan = { ...planWith() } as unknown as JsonObject
