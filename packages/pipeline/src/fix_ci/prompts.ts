import { promptAsker, promptRenderer } from "@proofloop/stdlib/llm"

/** Asks a model with a prompt file of this package. */
export const ask = promptAsker(
  promptRenderer<"fix_ci" | "fix_ci_review">("@proofloop/pipeline", import.meta.url),
)
