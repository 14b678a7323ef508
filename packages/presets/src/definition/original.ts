import type { PresetLayer } from "./preset.ts"

/** What Harn V1's tool-using presets say about stalls: repair diagnostics off. */
export const TOOL_USING_STALL = {
  enabled: true,
  threshold: 3,
  inject_feedback: true,
  max_feedback: 1,
  repair_aware: false,
  stuck_same_diagnostic_after: 3,
  post_edit_reverify: true,
} as const satisfies PresetLayer["stall_diagnostics"]

/** The repair knobs again, at the top level of a preset, where Harn's tools look for them. */
export const TOOL_USING_MIRROR = {
  repair_aware: TOOL_USING_STALL.repair_aware,
  stuck_same_diagnostic_after: TOOL_USING_STALL.stuck_same_diagnostic_after,
  post_edit_reverify: TOOL_USING_STALL.post_edit_reverify,
} as const

const REASONS = {
  profile: "a bundle of iterations and nudges; this preset sets both itself",
  reasoning_task: "how hard a model thinks is set where the model is made",
  models: "a preset brings no model; the host does",
  native_tool_fallback: "how tool calls are read from a reply belongs to the model adapter",
  schema_retries: "replies are not forced into a schema here",
  "turn_policy.max_prose_chars": "the length of prose is not limited",
  "turn_policy.allow_done_sentinel":
    "it kept nudges from advertising the sentinel; with tools and loop_until_done there is none by default, and without tools it is the only way to finish",
  consent: "what a tool may do is decided in the host's tools",
  rate_limit: "how often a tool may run is decided in the host's tools",
} as const

/** The original's fields without a counterpart here: its value, and why it was left out. */
export function leftOut(
  original: Readonly<Partial<Record<keyof typeof REASONS, string>>>,
): Record<string, string> {
  const named = new Map<string, string>(Object.entries(REASONS))
  return Object.fromEntries(
    Object.entries(original).map(([field, value]) => [field, `${value}: ${named.get(field) ?? ""}`]),
  )
}
