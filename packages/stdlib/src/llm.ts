export { dataBlock } from "./prompts/data_block.ts"
export { fingerprintBlock } from "./prompts/fingerprint_block.ts"
export { plannerPrompt, type PlannerPromptOptions } from "./prompts/planner_prompt.ts"
export { plannerRules } from "./prompts/planner_rules.ts"
export { priorRunsBlock } from "./prompts/prior_runs_block.ts"
export { retryBlock, type RetryFeedback } from "./prompts/retry_block.ts"
export { scopeBoundaries } from "./prompts/scope_boundaries.ts"
export {
  thinkingRequest,
  type ThinkingSwitches,
  thinkingSwitches,
  withoutThinking,
} from "./prompts/thinking.ts"
export { type SymbolCallers, workerPrompt, type WorkerPromptOptions } from "./prompts/worker_prompt.ts"
