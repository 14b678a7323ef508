import { promptRenderer } from "@proofloop/stdlib/llm"

export type PromptName = "subtask" | "self_review" | "integrate"

/** A prompt of this package with its values filled in. */
export const renderPrompt = promptRenderer<PromptName>("@proofloop/pipeline", import.meta.url)
