import type { Message } from "@proofloop/runtime"
import { expect, test } from "vitest"
import { thinkingRequest, thinkingSwitches, withoutThinking } from "./thinking.ts"
import { THINKING_FAMILIES, thinkingFamily } from "./thinking_families.ts"

const MESSAGES: readonly Message[] = [
  { role: "system", content: "You plan." },
  { role: "user", content: "First." },
  { role: "assistant", content: "Yes." },
  { role: "user", content: "Last. /think" },
]

test.each([
  ["qwen/qwen3-8b", "Qwen3"],
  ["Qwen3-235B-A22B", "Qwen3"],
  ["Qwen/Qwen3-30B-A3B-Instruct-2507", "Qwen3 2507 and coder: one mode only"],
  ["qwen3-coder-30b", "Qwen3 2507 and coder: one mode only"],
  ["Qwen3.5-35B-A3B", "Qwen3.5 and later"],
  ["deepseek-ai/DeepSeek-V3.1", "DeepSeek V3.1 and later"],
  ["deepseek-r1:8b", "DeepSeek-R1: always thinks"],
  ["zai-org/GLM-4.5-Air", "GLM-4.5 and 4.6"],
  ["glm-4.7", "GLM-4.7 and later"],
  ["ibm-granite/granite-3.3-8b-instruct", "Granite 3.2 and 3.3"],
  ["HuggingFaceTB/SmolLM3-3B", "SmolLM3"],
  ["nvidia/llama-3.3-nemotron-super-49b-v1", "Llama Nemotron 1.0 and 1.1"],
  ["nvidia/llama-3.3-nemotron-super-49b-v1.5", "Llama Nemotron 1.5 and Nemotron Nano 2"],
  ["nvidia/nvidia-nemotron-nano-9b-v2", "Llama Nemotron 1.5 and Nemotron Nano 2"],
  ["nvidia/nemotron-3-nano-30b-a3b", "Nemotron 3"],
])("%s is of the family %s", (model, family) => {
  expect(thinkingFamily(model)?.name).toBe(family)
})

test("a model of no known family has none", () => {
  expect(["gemma-3-4b", "glm-4-9b", "gpt-5", "llama-3.3-70b", "qwen2.5-coder"].map(thinkingFamily)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test("every family is known by where its makers say so", () => {
  expect(THINKING_FAMILIES.filter(({ source }) => !source.startsWith("https://"))).toEqual([])
})

test("the word is the last line of the last user message, once", () => {
  const once = withoutThinking(MESSAGES, "qwen3-8b")
  expect(once.map(({ content }) => content)).toEqual([
    "You plan.",
    "First.",
    "Yes.",
    "Last. /think\n/no_think",
  ])
  expect(withoutThinking(once, "qwen3-8b")).toEqual(once)
  expect(withoutThinking(MESSAGES, "glm-4.5").at(-1)?.content).toBe("Last. /think\n/nothink")
})

test("a message that only quotes the word still gets it", () => {
  const quoting: readonly Message[] = [{ role: "user", content: "Write about /no_think" }]
  expect(withoutThinking(quoting, "qwen3").at(-1)?.content).toBe("Write about /no_think\n/no_think")
})

test("families that read the system message find it there, once, also when there was none", () => {
  const once = withoutThinking(MESSAGES, "smollm3-3b")
  expect(once[0]?.content).toBe("/no_think\nYou plan.")
  expect(withoutThinking(once, "smollm3-3b")).toEqual(once)
  const [system] = withoutThinking([{ role: "user", content: "a" }], "llama-nemotron-v1")
  expect(system).toEqual({ role: "system", content: "detailed thinking off" })
})

test("a family without a word gets none, an unknown one the common one", () => {
  expect(withoutThinking(MESSAGES, "deepseek-v3.1")).toEqual(MESSAGES)
  expect(withoutThinking(MESSAGES, "some-finetune").at(-1)?.content).toBe("Last. /think\n/no_think")
  expect(withoutThinking(MESSAGES, "qwen3", {})).toEqual(MESSAGES)
})

test("the prelude heads the system message, once", () => {
  const once = withoutThinking(MESSAGES, "qwen3", { prelude: true })
  expect(once[0]?.content).toMatch(/^Answer at once.*\nYou plan\.$/)
  expect(withoutThinking(once, "qwen3", { prelude: true })).toEqual(once)
  const both = withoutThinking(MESSAGES, "smollm3", { prelude: true, word: true })
  expect(withoutThinking(both, "smollm3", { prelude: true, word: true })).toEqual(both)
})

test("arguments of the template and fields of the request are the family's", () => {
  const all = { template_kwargs: true, request_fields: true }
  expect(thinkingRequest("qwen3-8b", all)).toEqual({ chat_template_kwargs: { enable_thinking: false } })
  expect(thinkingRequest("deepseek-v3.1", all)).toEqual({
    thinking: { type: "disabled" },
    chat_template_kwargs: { thinking: false },
  })
  expect(thinkingRequest("gemma-3", all)).toEqual({})
  expect(thinkingRequest("deepseek-v3.1", {})).toEqual({})
})

test("the environment switches them, a role before all", () => {
  const env = {
    PROOFLOOP_DISABLE_THINKING: "yes",
    PROOFLOOP_WORKER_DISABLE_THINKING: "0",
    PROOFLOOP_WORKER_DISABLE_THINKING_PRELUDE: "On",
    PROOFLOOP_DISABLE_THINKING_TEMPLATE_KWARG: "1",
    PROOFLOOP_DISABLE_THINKING_TOPLEVEL: "maybe",
  }
  expect(thinkingSwitches(env)).toEqual({
    word: true,
    template_kwargs: true,
    request_fields: false,
    prelude: false,
  })
  expect(thinkingSwitches(env, "worker")).toEqual({
    word: false,
    template_kwargs: true,
    request_fields: false,
    prelude: true,
  })
})
