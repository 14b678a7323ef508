import { cutCodePoints } from "@proofloop/foundation/text"
import type { LoopEvent, RunResult } from "@proofloop/runtime"
import type { Chain } from "../chain.ts"
import { isUnanswered } from "../journal_lines.ts"
import type { Life } from "../life.ts"
import { courseOf, type Invariant } from "./invariant.ts"

const UNKNOWN_EFFECT = "interrupted: effect unknown"

/**
 * A run that was interrupted and resumed ends as the one that nothing interrupted: result, transcript, files, and, where
 * only crashes interrupted it, every event. After a call of unknown effect only what came before it can be compared.
 */
export const resumeEqualsUninterrupted: Invariant = {
  name: "a resumed run equals the uninterrupted one",
  difference: (chain, { undisturbed, disturbed, coverage }) => {
    if (chain !== disturbed || disturbed === null) return null
    const { result } = chain
    const last = chain.lives.at(-1)
    if (result === null || undisturbed.result === null || last === undefined) return null
    if (chain.lives.length === 1 || wasCutShort(last, result) || wasAskedAgain(chain)) return null
    const unknown = result.transcript.findIndex(
      (message) => message.role === "tool" && message.content.includes(UNKNOWN_EFFECT),
    )
    if (unknown >= 0) {
      coverage.add("compared up to a call of unknown effect")
      const turn = result.transcript.findLastIndex(
        (message, index) => index < unknown && message.role === "assistant",
      )
      return differenceOf(
        undisturbed.result.transcript.slice(0, turn + 1),
        result.transcript.slice(0, turn + 1),
        "transcript",
      )
    }
    if (isTimeAnIssue(chain)) {
      coverage.add("not compared: time passed otherwise")
      return null
    }
    coverage.add("compared with the uninterrupted run")
    return (
      differenceOf(undisturbed.result.transcript, result.transcript, "transcript") ??
      differenceOf(withoutTimes(undisturbed.result), withoutTimes(result), "result") ??
      differenceOf(filesOf(undisturbed), filesOf(chain), "files") ??
      (chain.lives.every(({ cut }) => cut === null || cut.kind.startsWith("crash"))
        ? differenceOf(eventsOf(undisturbed), eventsOf(chain), "events")
        : null)
    )
  },
}

/** A model call that nobody answered is asked once more than in the uninterrupted run. */
function wasAskedAgain({ lives }: Chain): boolean {
  return lives.slice(0, -1).some(({ result }) => result !== null && isUnanswered(result))
}

/** An aborted run may end for another cause that came first; what was cut off then is missing for good. */
function wasCutShort({ cut, effects_at_abort }: Life, { status }: RunResult): boolean {
  return effects_at_abort !== null || status === "suspended" || cut?.kind === "journal_failure"
}

/**
 * A crash loses the time since the last record. Of calls that ran at once, one that is asked again then ends later than it
 * did, and a budget of time may see that.
 */
function isTimeAnIssue({ plan, lives }: Chain): boolean {
  return plan.options.wall_clock_ms !== undefined && lives.length > 1
}

/** Nor the length of a journal: that of a resumed run also says that it was. */
function withoutTimes(result: RunResult): RunResult {
  return { ...result, journal: undefined, usage: { ...result.usage, duration_ms: 0 } }
}

function filesOf({ world }: Chain): readonly (readonly [string, string])[] {
  return [...world.files].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function eventsOf(chain: Chain): readonly LoopEvent[] {
  // Neighbours that ran at once may end in another order when one of them is asked again.
  return courseOf(chain)
    .map((event) => ({ ...event, at_ms: 0, seq: 0 }))
    .toSorted((one, other) => {
      if (one.type !== "tool_call_end" || other.type !== "tool_call_end") return 0
      return one.call_id < other.call_id ? -1 : 1
    })
}

/** The place of the first difference, and both values there. */
function differenceOf(was: unknown, is: unknown, path: string): string | null {
  if (!isTree(was) || !isTree(is)) {
    return Object.is(was, is) ? null : `${path}: ${short(was)} uninterrupted, ${short(is)} resumed`
  }
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const found = differenceOf(Reflect.get(was, key), Reflect.get(is, key), `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null
}

function short(value: unknown): string {
  return cutCodePoints(JSON.stringify(value) ?? "nothing", 160)
}
