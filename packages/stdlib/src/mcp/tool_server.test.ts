import type { Tool } from "@proofloop/runtime"
import { expect, test } from "vitest"
import { toolServerFactory } from "./tool_server.ts"

test("a tool whose schema no client could be told is refused by name", () => {
  const tool: Tool = {
    name: "plain",
    description: "",
    input_schema: { type: "object" },
    annotations: { kind: "inspect", read_only: true, evidence_role: "observation" },
    execute: () => Promise.resolve({ ok: true }),
  }
  const making = () => toolServerFactory({ name: "n", version: "1", tools: [tool] })
  expect(making).toThrow(/tools\.plain\.input_schema: expected a Standard Schema/)
})
