import type { LoopSettings } from "@proofloop/runtime"

/** What a preset may decide: everything except the model and the tools, which a host brings. */
export type PresetOptions = LoopSettings
