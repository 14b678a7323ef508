import {
  generateText,
  hasToolCall,
  stepCountIs,
  streamText,
  tool,
  ToolLoopAgent,
  type LanguageModel,
  type ToolSet,
} from "ai"
import type { PrepareStepFunction, PrepareStepResult, StepResult, StopCondition } from "ai"
import { z } from "zod"
import { createStallGuard } from "../../ai-sdk.ts"

declare const model: LanguageModel
declare const steps: StepResult<ToolSet>[]

const guard = createStallGuard()
const tools = {
  run_test: tool({ inputSchema: z.object({ path: z.string() }), execute: async ({ path }) => path }),
}
type Tools = typeof tools

// The hooks are what the SDK calls for, for any set of tools.
guard.stopWhen satisfies StopCondition<ToolSet>
guard.stopWhen satisfies StopCondition<Tools>
guard.prepareStep satisfies PrepareStepFunction
guard.prepareStep satisfies PrepareStepFunction<Tools>
guard.wrapPrepareStep(() => undefined) satisfies PrepareStepFunction<Tools>
guard.wrapPrepareStep(() => ({})) satisfies PrepareStepFunction<Tools>
guard.wrapPrepareStep(async () => ({
  activeTools: ["run_test" as const],
})) satisfies PrepareStepFunction<Tools>
const own: PrepareStepFunction<Tools> = () => ({ temperature: 0 })
guard.wrapPrepareStep(own) satisfies PrepareStepFunction<Tools>
guard.observe(steps)

const stopWhen = [stepCountIs(40), hasToolCall("done"), guard.stopWhen]
void generateText({ model, tools, stopWhen, prepareStep: guard.prepareStep, prompt: "" })
void streamText({ model, tools, stopWhen: guard.stopWhen, prepareStep: guard.prepareStep, prompt: "" })
void new ToolLoopAgent({ model, tools, stopWhen, prepareStep: guard.prepareStep })

// A host's own function keeps the types the SDK gives it.
void generateText({
  model,
  tools,
  prompt: "",
  stopWhen: [stepCountIs(3), guard.stopWhen],
  prepareStep: guard.wrapPrepareStep(({ stepNumber, steps, messages }) => {
    stepNumber satisfies number
    steps satisfies StepResult<Tools>[]
    if (stepNumber === 0) return undefined
    return { activeTools: ["run_test"], messages: messages.slice(-2), toolChoice: "auto" }
  }),
})
void generateText({
  model,
  tools,
  prompt: "",
  // @ts-expect-error no such tool
  prepareStep: guard.wrapPrepareStep(async (): Promise<PrepareStepResult<Tools>> => ({
    activeTools: ["no_such"],
  })),
})

// @ts-expect-error a knob has its type
createStallGuard({ stall_diagnostics: { threshold: "three" } })
// @ts-expect-error only known options
createStallGuard({ stall_diagnostic: {} })
