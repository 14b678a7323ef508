import type { JsonObject } from "@proofloop/foundation/text"
import { callTool } from "../../../runtime/src/tools/call_tool.fixture.ts"
import { type CriticAnswer, criticAnswer, criticTools } from "./critic_tools.ts"

export async function ask(root: string, name: string, input: JsonObject = {}): Promise<CriticAnswer> {
  const found = criticTools({ root }).find((tool_of) => tool_of.name === name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  const result = await callTool(found, input)
  if (result.ok !== true) throw new Error(String(result.error))
  return criticAnswer.parse(result.result)
}
