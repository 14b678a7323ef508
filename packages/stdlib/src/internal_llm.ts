/** For packages of the same version: no promise holds for these names. */
export type { RetryFeedback } from "./gate/prompts/retry_block.ts"
export { rejectsFencedJson } from "./llm_json/chat_json.ts"
export { patientModel } from "./llm_json/patient_model.ts"
export { repairJson } from "./llm_json/repair_json.ts"
export { type AskOptions, type AskPrompt, promptAsker } from "./prompt_files/ask_prompt.ts"
export { type RenderPrompt, promptRenderer } from "./prompt_files/prompt_file.ts"
export { DATA_NOTE, fileBlock, promptLine } from "./prompts/data_block.ts"
export { type FilePlace, filesBlock, listBlock } from "./prompts/files_block.ts"
