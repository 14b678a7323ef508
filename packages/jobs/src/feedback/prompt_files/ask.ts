import {
  type AskPrompt,
  promptAsker,
  promptRenderer,
  type RenderPrompt,
} from "@proofloop/stdlib/internal/llm"

export type PromptName = "triage" | "fix_plan" | "plan_review" | "fix" | "regression_test" | "critique"

export const renderPrompt: RenderPrompt<PromptName> = promptRenderer("@proofloop/jobs", import.meta.url)

export const ask: AskPrompt<PromptName> = promptAsker(renderPrompt)
