import { promptAsker, promptRenderer } from "@proofloop/stdlib/internal/llm"

export const ask = promptAsker(promptRenderer<"fix_ci" | "fix_ci_review">("@proofloop/jobs", import.meta.url))
