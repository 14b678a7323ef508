import type { JsonObject } from "@proofloop/foundation/text"

/** How to tell one family of models not to think before it answers, as its makers document it. */
export interface ThinkingFamily {
  readonly name: string
  readonly matches: RegExp
  /** The word in the prompt and its place. Default: no word switches it. */
  readonly word?: { readonly place: "user" | "system"; readonly text: string }
  /** Arguments of the chat template, for servers that take `chat_template_kwargs` (vLLM, SGLang, llama.cpp). */
  readonly template_kwargs?: JsonObject
  /** Fields of the request itself, for the makers' own service. */
  readonly request_fields?: JsonObject
  readonly source: string
}

const ENABLE_THINKING = { enable_thinking: false }

/** The first family whose pattern matches a model's name counts, so exceptions come first. */
export const THINKING_FAMILIES: readonly ThinkingFamily[] = [
  {
    name: "Qwen3 2507 and coder: one mode only",
    matches: /qwen-?3(?:-[\w.]{1,16}){0,4}-(?:2507|instruct|thinking|coder)|qwen-?3-(?:coder|next)/i,
    source: "https://huggingface.co/Qwen/Qwen3-30B-A3B-Instruct-2507",
  },
  {
    name: "Qwen3.5 and later",
    matches: /qwen-?3\.[5-9]/i,
    template_kwargs: ENABLE_THINKING,
    source: "https://huggingface.co/Qwen/Qwen3.5-35B-A3B",
  },
  {
    name: "Qwen3",
    matches: /qwen-?3/i,
    word: { place: "user", text: "/no_think" },
    template_kwargs: ENABLE_THINKING,
    source: "https://qwen.readthedocs.io/en/latest/getting_started/quickstart.html",
  },
  {
    name: "DeepSeek-R1: always thinks",
    matches: /deepseek-?r1|deepseek-reasoner/i,
    source: "https://huggingface.co/deepseek-ai/DeepSeek-R1",
  },
  {
    name: "DeepSeek V3.1 and later",
    matches: /deepseek-?(?:v3\.[1-9]|v[4-9]|chat)/i,
    template_kwargs: { thinking: false },
    request_fields: { thinking: { type: "disabled" } },
    source: "https://api-docs.deepseek.com/guides/thinking_mode",
  },
  {
    name: "GLM-4.7 and later",
    matches: /glm-?(?:4\.[7-9]|[5-9])/i,
    template_kwargs: ENABLE_THINKING,
    request_fields: { thinking: { type: "disabled" } },
    source: "https://docs.z.ai/guides/capabilities/thinking",
  },
  {
    name: "GLM-4.5 and 4.6",
    matches: /glm-?4\.[56]/i,
    word: { place: "user", text: "/nothink" },
    template_kwargs: ENABLE_THINKING,
    request_fields: { thinking: { type: "disabled" } },
    source: "https://huggingface.co/zai-org/GLM-4.5/blob/main/chat_template.jinja",
  },
  {
    name: "Granite 3.2 and 3.3",
    matches: /granite-?3\.[23]/i,
    template_kwargs: { thinking: false },
    source: "https://docs.vllm.ai/en/stable/features/reasoning_outputs/",
  },
  {
    name: "SmolLM3",
    matches: /smollm-?3/i,
    word: { place: "system", text: "/no_think" },
    template_kwargs: ENABLE_THINKING,
    source: "https://huggingface.co/HuggingFaceTB/SmolLM3-3B/blob/main/chat_template.jinja",
  },
  {
    name: "Nemotron 3",
    matches: /nemotron-?3(?!\.)/i,
    template_kwargs: ENABLE_THINKING,
    source: "https://docs.nvidia.com/rag/2.4.0/enable-nemotron-thinking.html",
  },
  {
    name: "Llama Nemotron 1.5 and Nemotron Nano 2",
    matches: /nemotron.{0,64}v1[._]5|nemotron-?nano.{0,32}v2/i,
    word: { place: "system", text: "/no_think" },
    source: "https://docs.nvidia.com/rag/2.4.0/enable-nemotron-thinking.html",
  },
  {
    name: "Llama Nemotron 1.0 and 1.1",
    matches: /nemotron/i,
    word: { place: "system", text: "detailed thinking off" },
    source: "https://docs.nvidia.com/nim/large-language-models/latest/reasoning-model.html",
  },
]

/** The family of a model, by its name; null when it is unknown, and then nothing is switched. */
export function thinkingFamily(model_name: string): ThinkingFamily | null {
  return THINKING_FAMILIES.find(({ matches }) => matches.test(model_name)) ?? null
}
