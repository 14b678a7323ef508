import type { HookReply } from "./hook_reply.ts"
import { NOTHING } from "./hook_reply.ts"

/** What a host is told: nothing; hints; or everything, including holds. */
export const HOOK_MODES = ["observe", "nudge", "hold"] as const
export type HookMode = (typeof HOOK_MODES)[number]

export function spokenReply(reply: HookReply, mode: HookMode): HookReply {
  if (mode === "observe") return NOTHING
  return mode === "hold" || reply.type === "tell" || reply.type === "refuse" ? reply : NOTHING
}
