import { expect, it } from "vitest"
import type { Unjudged } from "../../protocol/warning.ts"
import { createStallGuard } from "./stall_guard.ts"
import type { StallGuardOptions } from "./stall_guard_options.ts"
import type { AiSdkStep } from "./step.ts"

/** Steps of one call each, of a tool that answers something new every time. */
function stepsOf(count: number, toolName = "ask_oracle"): readonly AiSdkStep[] {
  return Array.from({ length: count }, (_, index) => {
    const call = { toolCallId: `${index}`, toolName, input: { index } }
    const content = [
      { ...call, type: "tool-call" },
      { ...call, type: "tool-result", output: `${index}` },
    ]
    return { content, text: "", finishReason: "tool-calls" }
  })
}

function told(options: StallGuardOptions, steps: readonly AiSdkStep[]) {
  const heard: Unjudged[] = []
  const guard = createStallGuard({ ...options, on_unjudged: (unjudged) => heard.push(unjudged) })
  guard.observe(steps)
  return { guard, heard }
}

it("a guard that judged none of 20 calls says once what it could not read, and keeps it as data", () => {
  const { guard, heard } = told({}, stepsOf(30))
  expect(heard).toEqual([{ calls: 20, tools: ["ask_oracle"], commands: [] }])
  expect(guard.unjudged).toEqual({ calls: 30, tools: ["ask_oracle"], commands: [] })
  guard.reset()
  expect(guard.unjudged).toBeUndefined()
  guard.observe(stepsOf(30))
  expect(heard).toHaveLength(1)
})

it("says nothing of tools that are declared, nor when it is off", () => {
  const looks = { tools: { ask_oracle: { kind: "read" } } }
  for (const options of [looks, { stall_diagnostics: false }] satisfies StallGuardOptions[]) {
    const { guard, heard } = told(options, stepsOf(30))
    expect([heard, guard.unjudged]).toEqual([[], undefined])
  }
})

it("warns by the process where nobody listens", async () => {
  const warned = new Promise<Error>((resolve) => void process.once("warning", resolve))
  createStallGuard().observe(stepsOf(20, "audit"))
  await expect(warned).resolves.toMatchObject({
    code: "unjudged_calls",
    message: expect.stringMatching(
      /^createStallGuard: No result of 20 calls judged the work\. .* audit\. .*evidence_role/,
    ),
  })
})
