import { canonicalJson, memberKey } from "@proofloop/foundation/text"
import { runName } from "../sessions/run_name.ts"
import type { RecordedTurn, SessionRun } from "../sessions/session.ts"

/**
 * The keys of a run's turns: a turn has the same key in each recording of it. It is known by the random ids of its calls;
 * another one by its content and the turn beside it.
 */
export class TurnKeys {
  readonly #keys: number[] = []
  /** The first turn that has such an id. */
  #anchor: number | undefined
  #has_calls = false

  add(turn: RecordedTurn): void {
    this.#has_calls ||= turn.calls.length > 0
    const ids = turn.calls.map(({ id }) => id ?? "")
    const calls = turn.calls.map(({ tool_call }) => tool_call)
    if (ids.some(isRandom)) {
      this.#anchor ??= this.#keys.length
      this.#keys.push(keyOf(ids, calls))
      return
    }
    const outputs = turn.calls.map(({ result }) => result.output)
    const content = keyOf(turn.text, calls, outputs)
    this.#keys.push(this.#anchor === undefined ? content : keyOf(content, this.#keys.at(-1)))
  }

  /** Turns before the first with such an id hang on it. Without any, they hang on the run's beginning. */
  of(run: SessionRun): Float64Array {
    const keys = Float64Array.from(this.#keys)
    if (this.#anchor !== undefined) {
      for (let at = this.#anchor - 1; at >= 0; at -= 1) keys[at] = keyOf(keys[at], keys[at + 1])
      return keys
    }
    const whole = [this.#keys, run.prompt, this.#has_calls ? "" : run.source]
    let before = keyOf(beginning(run) ?? whole, ownName(run))
    return keys.map((content) => (before = keyOf(content, before)))
  }
}

/** Nothing where only a day is told: then the run is known by all of its turns, if there are more than words. */
function beginning({ began_at, prompt, agent, model }: SessionRun): unknown {
  return began_at === undefined || began_at.endsWith("T00:00:00.000Z")
    ? undefined
    : [began_at, prompt, agent, model]
}

/** A name after the file says nothing of the run. */
function ownName({ id, source }: SessionRun): string {
  return id.replace(/#\d{1,9}$/, "") === runName(source) ? "" : id
}

const LEAST_LETTERS = 5

/** Whether an id is no count, such as "call_1" or "functions.bash:0". */
function isRandom(id: string): boolean {
  const parts = id.slice(0, 200).match(/[a-z\d]{8,}/gi) ?? []
  return parts.some((part) => /\d/.test(part) && new Set(part).size >= LEAST_LETTERS)
}

function keyOf(...values: readonly unknown[]): number {
  return memberKey(canonicalJson(values))
}
