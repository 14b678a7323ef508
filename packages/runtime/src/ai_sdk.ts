export { StallGuardReusedError } from "./bridges/ai_sdk/followed_steps.ts"
export type { FeedbackMessage, StepMessage } from "./bridges/ai_sdk/nudges.ts"
export {
  createStallGuard,
  type StallGuard,
  type StepOptions,
  type WrapPrepareStep,
} from "./bridges/ai_sdk/stall_guard.ts"
export type { HardStop, StallGuardOptions } from "./bridges/ai_sdk/stall_guard_options.ts"
export type { OutcomePart } from "./bridges/ai_sdk/part.ts"
export { type AiSdkStep, outcomesOf } from "./bridges/ai_sdk/step.ts"
export type { IsFailure, ToolOutput } from "./bridges/ai_sdk/tool_result.ts"
export type { CurrentFailure } from "./protocol/failure.ts"
export type { StallWarning } from "./protocol/warning.ts"
export type { StallOptions } from "./stall/config.ts"
