export {
  createStallGuard,
  type StallGuard,
  type StepOptions,
  type WrapPrepareStep,
} from "./bridges/ai_sdk/stall_guard.ts"
