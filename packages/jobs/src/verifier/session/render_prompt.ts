import { promptRenderer, type RenderPrompt } from "@proofloop/stdlib/internal/llm"

export type PromptName =
  | "verifier"
  | "lens_wiring"
  | "lens_concurrency_security"
  | "lens_contract_conformance"

export const renderPrompt: RenderPrompt<PromptName> = promptRenderer("@proofloop/jobs", import.meta.url)
