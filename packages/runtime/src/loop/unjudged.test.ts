import { expect, test } from "vitest"
import type { LoopEvent } from "../protocol/event.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import type { AgentLoopOptions } from "./options.ts"

/** What a run of 30 calls of an undeclared tool tells of calls that it could not read. */
async function unreadIn(options: Partial<AgentLoopOptions> = {}): Promise<readonly LoopEvent[]> {
  let asked = 0
  const loop = createAgentLoop({
    model: async () => {
      asked += 1
      const tool_calls = asked > 30 ? [] : [{ name: "ask_oracle", arguments: { asked } }]
      return { text: "", tool_calls }
    },
    tools: [
      {
        name: "ask_oracle",
        description: "",
        input_schema: { type: "object" },
        execute: () => `${asked}`,
      },
    ],
    stall_diagnostics: { repair_aware: true, undeclared_role: "infer" },
    ...options,
  })
  const events: LoopEvent[] = []
  for await (const event of loop.run("Ask.").events) if (event.type === "unjudged") events.push(event)
  return events
}

test("a run tells once which tools it could not read, when 20 calls have not judged the work", async () => {
  const unjudged = { calls: 20, tools: ["ask_oracle"], commands: [] }
  expect(await unreadIn()).toMatchObject([{ type: "unjudged", iteration: 20, unjudged }])
})

test("names in it are redacted", async () => {
  const [event] = await unreadIn({ redact: (text) => text.replace("oracle", "[hidden]") })
  expect(event).toMatchObject({ unjudged: { tools: ["ask_[hidden]"] } })
})

test.each<[string, Partial<AgentLoopOptions>]>([
  ["the tool is declared", { tool_annotations: { ask_oracle: { kind: "read" } } }],
  ["the host verifies", { verify_completion: async () => ({ status: "pass" }) }],
])("a run tells nothing where %s", async (_name, options) => {
  expect(await unreadIn(options)).toEqual([])
})
