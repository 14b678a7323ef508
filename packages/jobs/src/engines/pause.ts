import type { Rest } from "../drive/turn.ts"

/** A row whose time has come is looked at again, but not in a tight loop. */
const SHORTEST_MS = 100

/** How long to wait for news of a row, in milliseconds. */
export function pauseOf(
  { look_at }: Pick<Rest, "look_at">,
  {
    now_ms,
    look_every_ms,
  }: {
    /** The present, in milliseconds since 1970. */
    readonly now_ms: number
    /** Longest pause in milliseconds, and the pause of a row that names no time. */
    readonly look_every_ms: number
  },
): number {
  const due = look_at === null ? Number.NaN : Date.parse(look_at)
  if (Number.isNaN(due)) return look_every_ms
  return Math.min(Math.max(due - now_ms, SHORTEST_MS), look_every_ms)
}
