import type { AgentLoopOptions } from "@proofloop/runtime"

/** What a preset may decide: everything but the model and the tools, which a host brings. */
export type PresetOptions = Omit<AgentLoopOptions, "model" | "tools" | "tool_annotations">
