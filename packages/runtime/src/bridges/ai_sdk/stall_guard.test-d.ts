import {
  generateText,
  hasToolCall,
  type LanguageModel,
  type PrepareStepFunction,
  stepCountIs,
  type StepResult,
  type StopCondition,
  streamText,
  tool,
  ToolLoopAgent,
  type ToolSet,
} from "ai"
import * as z from "zod"
import { createStallGuard } from "./stall_guard.ts"

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
// @ts-expect-error no such tool
guard.wrapPrepareStep(() => ({ activeTools: ["none" as const] })) satisfies PrepareStepFunction<Tools>

// Without the SDK's types around it, too.
const settings = guard.wrapPrepareStep(() => ({ temperature: 0 }))
const last = guard.wrapPrepareStep(({ messages }: Parameters<typeof own>[0]) => ({
  messages: messages.slice(-2),
}))
void generateText({ model, tools, prompt: "", prepareStep: settings })
void generateText({ model, tools, prompt: "", prepareStep: last })

// @ts-expect-error a knob has its type
createStallGuard({ stall_diagnostics: { threshold: "three" } })
// @ts-expect-error only known options
createStallGuard({ stall_diagnostic: {} })
