import { isRecord } from "@proofloop/foundation/text"
import type { AgentLoopOptions } from "@proofloop/runtime"
import { parseStallConfig, type DetectorOptions, type StallConfig } from "@proofloop/runtime/detector"

export type KnobChange = (config: StallConfig) => Partial<StallConfig>

/** Detector options under which some knobs have other values than the host gave them. Absent and false stay disabled. */
export function withKnobs(change: KnobChange): (options: DetectorOptions) => DetectorOptions {
  return (options) => {
    const stall_diagnostics = changed(options.stall_diagnostics, change)
    return { ...options, stall_diagnostics: stall_diagnostics as DetectorOptions["stall_diagnostics"] }
  }
}

/** The same for a loop, whose options may hold functions beside the knobs. */
export function withLoopKnobs(change: KnobChange): (options: AgentLoopOptions) => AgentLoopOptions {
  return (options) => {
    const stall_diagnostics = changed(options.stall_diagnostics, change)
    return { ...options, stall_diagnostics: stall_diagnostics as AgentLoopOptions["stall_diagnostics"] }
  }
}

function changed(given: unknown, change: KnobChange): unknown {
  if (!isRecord(given)) return given === true ? changed({}, change) : given
  const entries = Object.entries(given)
  const functions = entries.filter(([, value]) => typeof value === "function")
  const plain = entries.filter(([, value]) => typeof value !== "function")
  const config = readConfig(Object.fromEntries(plain))
  // What is refused is refused by the real one, in its own words.
  return config === null ? given : { ...config, ...change(config), ...Object.fromEntries(functions) }
}

function readConfig(given: unknown): StallConfig | null {
  try {
    return parseStallConfig(given)
  } catch {
    return null
  }
}
