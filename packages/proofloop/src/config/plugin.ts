import type { Analyser } from "@proofloop/jobs/pipeline"
import type { Preset } from "@proofloop/presets"
import type { OutputParser } from "@proofloop/runtime/detector"
import type { PluginCritic } from "./plugin_critic.ts"

/** What a module named by the configuration may add; its default export. */
export interface Plugin {
  /** As messages call it. */
  readonly name: string
  /** Beside the critics of proofloop, or before or after one of them. */
  readonly critics?: readonly PluginCritic[]
  /** Asked for the output of a command before the parsers of proofloop. */
  readonly parsers?: readonly OutputParser[]
  /** Named by `preset`, or extended by one another. */
  readonly presets?: readonly Preset[]
  /** Further rows of `pipeline analyse`. */
  readonly analysers?: readonly Analyser[]
}
