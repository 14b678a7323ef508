import type { LoopSettings } from "@proofloop/runtime/internal"

/** What a preset may decide: everything except the model, the tools and the parsers, which a host brings. */
export type PresetOptions = LoopSettings
