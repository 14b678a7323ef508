import { promptRenderer } from "@proofloop/stdlib/internal/llm"

export type PromptName = "subtask" | "self_review" | "integrate"

export const renderPrompt = promptRenderer<PromptName>("@proofloop/jobs", import.meta.url)
