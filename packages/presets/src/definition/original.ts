import { definePreset, type Preset } from "./preset.ts"
import type { PresetLayer } from "./preset_layer.ts"

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

type Limits = Required<Pick<PresetLayer, "iteration_budget" | "wall_clock_ms" | "total_cost_usd">>

/** One of Harn's captains: they work with tools until they are done, each within its own limits. */
export function captain<const Name extends string>(
  name: Name,
  description: string,
  limits: Limits,
  own: Parameters<typeof leftOut>[0] = {},
): Preset & { readonly name: Name } {
  return definePreset({
    name,
    description,
    options: {
      loop_until_done: true,
      max_nudges: 3,
      ...limits,
      done_judge: null,
      stall_diagnostics: TOOL_USING_STALL,
    },
    repair_diagnostics: TOOL_USING_MIRROR,
    left_out: leftOut({
      profile: "tool_using",
      reasoning_task: "agent",
      models: "a frontier ladder",
      native_tool_fallback: "allow_once",
      "turn_policy.max_prose_chars": "60000",
      "turn_policy.allow_done_sentinel": "false",
      ...own,
    }),
  })
}
