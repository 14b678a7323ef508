import { describe, expect, test } from "vitest"
import { createAgentLoop } from "../loop/create_agent_loop.ts"
import { scriptedModel } from "../models/scripted.ts"
import type { LoopEvent } from "../protocol/event.ts"
import type { EvidenceRole } from "../protocol/tool.ts"
import { recommended } from "../stall/transcripts.fixture.ts"

/** What a tool may print without end. */
const outputs: readonly (readonly [string, (size: number) => string])[] = [
  ["failing lines", (size) => "not ok 17 - AssertionError: expected 3, got 4 (0.13s)\n".repeat(size / 54)],
  ["one line", (size) => "x".repeat(size)],
  ["NULs", (size) => "\u0000".repeat(size)],
  ["terminal escapes", (size) => "\u001b[31mred\u001b[2K\r".repeat(size / 13)],
  ["halves of characters", (size) => "\ud800".repeat(size / 3)],
]

describe.each(outputs)("an output of %s without end", (_name, make) => {
  test.each([
    ["verification", false],
    ["verification", true],
  ] as const)("of a %s, ok: %s", async (evidence_role, ok) => {
    await expectBounded(make(5_000_000), evidence_role, ok)
  })
})

test("an output of 100 MB that would be 600 MB as JSON", async () => {
  await expectBounded("\u0000".repeat(100_000_000), "verification", true)
})

async function expectBounded(output: string, evidence_role: EvidenceRole, ok: boolean): Promise<void> {
  const started = createAgentLoop({
    model: scriptedModel([{ tool_calls: [{ name: "t" }] }, { text: "done" }]),
    tools: [
      {
        name: "t",
        description: "",
        input_schema: {},
        annotations: { evidence_role },
        execute: () => ({ ok, output }),
      },
    ],
    stall_diagnostics: { ...recommended, require_verified: false, repair_aware: true },
    event_content: true,
  }).run("print")
  const events: LoopEvent[] = []
  for await (const event of started.events) events.push(event)
  const result = await started.result
  expect(result.status).toBe("done")
  expect(JSON.stringify(result).length).toBeLessThan(500_000)
  expect(JSON.stringify(events).length).toBeLessThan(500_000)
  expect(result.current_failure?.snippet.length ?? 0).toBeLessThanOrEqual(480)
}
