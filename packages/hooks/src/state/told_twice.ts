import { isRecord, memberDigest } from "@proofloop/foundation/text"
import { type HookMode, spokenReply } from "../events/hook_mode.ts"
import { type HookReply, NOTHING } from "../events/hook_reply.ts"
import type { HookEvent } from "../events/host_event.ts"
import type { Fold } from "../fold/fold.ts"
import type { HookState } from "../fold/hook_state.ts"

/** A recent event, kept so that a second installation's report of it is recognised. */
export interface ToldEvent {
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sources: readonly string[]
  readonly mode: HookMode
  readonly reply: HookReply
}

interface Line {
  readonly event: HookEvent
  readonly at: number
  readonly mode: HookMode
  readonly source?: string | undefined
}

export interface FoldedLog {
  readonly state: HookState
  /** The latest last. */
  readonly told: readonly ToldEvent[]
}

/** A host starts its hooks for an event at once. */
const APART_MS = 5000
const MAX_TOLD = 8
/** Characters at the beginning, where ids and arguments are, and at the end. */
const END = 512

/**
 * The log after one more line. An event reported by two installations, in the person's and the project's settings,
 * counts once. The second is answered if the first's mode kept it silent.
 */
export function takeLine(
  fold: Fold,
  { state, told }: FoldedLog,
  { event, at, mode, source = "" }: Line,
): FoldedLog & { readonly reply: HookReply; readonly is_double: boolean } {
  const digest = digestOf(event)
  const index = told.findIndex(
    (before) => before.digest === digest && !before.sources.includes(source) && at - before.at <= APART_MS,
  )
  const before = told[index]
  if (before !== undefined) {
    const reply = spokenReply(before.reply, before.mode).type === "nothing" ? before.reply : NOTHING
    const seen = { ...before, sources: [...before.sources, source] }
    return { state, told: told.with(index, seen), reply, is_double: true }
  }
  const step = fold.step(state, event)
  const next = { digest, at, sources: [source], mode, reply: step.reply }
  return { state: step.state, told: [...told, next].slice(-MAX_TOLD), reply: step.reply, is_double: false }
}

/** Over both ends and the length: hashing a report of 100 KB would take longer than reading it. */
function digestOf(event: HookEvent): string {
  const text = JSON.stringify(event)
  const ends = text.length > 2 * END ? text.slice(0, END) + text.slice(-END) : text
  return memberDigest(`${text.length} ${ends}`)
}

/** Whether a stored value has the shape of recent events. */
export function areTold(value: unknown): value is readonly ToldEvent[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isRecord(one) &&
        typeof one["digest"] === "string" &&
        typeof one["at"] === "number" &&
        Array.isArray(one["sources"]) &&
        isRecord(one["reply"]),
    )
  )
}
