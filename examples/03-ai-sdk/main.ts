// For a loop you already run on the AI SDK: one guard gives `stopWhen` and `prepareStep`.
import { createStallGuard } from "@proofloop/runtime/ai-sdk"
import { generateText, jsonSchema, stepCountIs, tool } from "ai"
import { MockLanguageModelV3 } from "ai/test"

// Stands for your model. It keeps editing and testing, whatever it is told.
let step = 0
const model = new MockLanguageModelV3({
  doGenerate: async () => {
    step += 1
    const toolName = step % 2 === 1 ? "run_tests" : "edit"
    return {
      content: [
        { type: "tool-call", toolCallId: `call-${step}`, toolName, input: JSON.stringify({ attempt: step }) },
      ],
      finishReason: { unified: "tool-calls", raw: "tool-calls" },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }
  },
})
const inputSchema = jsonSchema<{ attempt: number }>({
  type: "object",
  properties: { attempt: { type: "number" } },
})
const tools = {
  run_tests: tool({
    inputSchema,
    execute: async () => ({ exitCode: 1, stdout: "AssertionError: expected 3, got 4" }),
  }),
  edit: tool({ inputSchema, execute: async () => "edit applied" }),
}

const guard = createStallGuard({
  tools: { run_tests: { evidence_role: "verification" }, edit: { kind: "edit" } },
  on_warning: (warning) => console.log(`step ${step}: ${warning.pattern}, ${warning.count} times`),
})
const { steps } = await generateText({
  model,
  tools,
  stopWhen: [stepCountIs(40), guard.stopWhen],
  prepareStep: guard.prepareStep,
  prompt: "Make the failing tests pass",
})
console.log(`stopped after ${steps.length} of 40 steps:`, guard.current_failure)
