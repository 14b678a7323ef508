export { StallGuardReusedError } from "./bridges/ai_sdk/followed_steps.ts"
export { type StallGuard, createStallGuard } from "./bridges/ai_sdk/stall_guard.ts"
export type { StallGuardOptions } from "./bridges/ai_sdk/stall_guard_options.ts"
export { type EventSource, toUiMessageStream } from "./bridges/ui_stream/ui_stream.ts"
