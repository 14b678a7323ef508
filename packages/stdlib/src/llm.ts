export { chat, type ChatOptions } from "./llm_json/chat.ts"
export { chatJson, type ChatJsonOptions, rejectsFencedJson } from "./llm_json/chat_json.ts"
export { LlmError, type LlmErrorKind } from "./llm_json/llm_error.ts"
export { patientModel } from "./llm_json/patient_model.ts"
export { type ParsedReply, parseReply } from "./llm_json/parse_reply.ts"
export { repairJson } from "./llm_json/repair_json.ts"
export { dataBlock } from "./prompts/data_block.ts"
export { fingerprintBlock } from "./prompts/fingerprint_block.ts"
export { plannerPrompt, type PlannerPromptOptions } from "./planning/prompts/planner_prompt.ts"
export { plannerRules } from "./planning/prompts/planner_rules.ts"
export { priorRunsBlock } from "./planning/prompts/prior_runs_block.ts"
export { retryBlock, type RetryFeedback } from "./gate/prompts/retry_block.ts"
export { scopeBoundaries } from "./gate/prompts/scope_boundaries.ts"
export {
  thinkingRequest,
  type ThinkingSwitches,
  thinkingSwitches,
  withoutThinking,
} from "./prompts/thinking.ts"
export { workerPrompt, type WorkerPromptOptions } from "./gate/prompts/worker_prompt.ts"
export { type PromptFileOptions, promptRenderer, type RenderPrompt } from "./prompt_files/prompt_file.ts"
export { type AskOptions, type AskPrompt, promptAsker } from "./prompt_files/ask_prompt.ts"
export { DATA_NOTE, fileBlock, promptLine } from "./prompts/data_block.ts"
export { type FilePlace, filesBlock, listBlock } from "./prompts/files_block.ts"
