import { expect, test } from "vitest"
import { readTools } from "./read_tools.ts"

const named = (name: string) => ({ name, description: "d", input_schema: {}, execute: () => "done" })

test("a list of tools may stand in a list, as that of workspaceTools does", () => {
  const read = readTools([named("a"), [named("b"), named("c")]])
  expect(read.map(({ tool, option }) => [tool.name, option])).toEqual([
    ["a", "createAgentLoop.tools[0]"],
    ["b", "createAgentLoop.tools[1][0]"],
    ["c", "createAgentLoop.tools[1][1]"],
  ])
})

test("tools that an MCP server lists need its client", () => {
  const listed = [{ name: "echo", inputSchema: { type: "object" } }]
  expect(() => readTools(listed as never)).toThrow(
    "createAgentLoop.tools[0]: expected the client beside the tools of an MCP server: { ...(await client.listTools()), client }",
  )
})
