import type { Clock } from "@proofloop/foundation/process"
import { JournalError } from "../../errors/journal_error.ts"
import type { EventBody } from "../../protocol/event.ts"
import type { RunResult } from "../../protocol/result.ts"
import { withoutLineSeparators } from "../json_line.ts"
import type { RunEnd } from "../result.ts"
import type { Step, StepOptions } from "../step.ts"
import { chainLine, EMPTY, type JournalHead } from "./chain.ts"
import { type FinishedRecord, readPast } from "./past.ts"
import { jsonText, plainJson } from "./plain_json.ts"
import type { Begun, JournalRecord, RecordBody } from "./record.ts"
import type { JournalStore } from "./store.ts"

/** A run's position and, with a journal, its record: the one place that tells a recorded effect from a new one. */
export interface Recorder {
  readonly step: Step
  /** Milliseconds of the run now; the time in which no process ran it does not count. */
  readonly now: () => number
  /** Milliseconds of the run when its last effect ended. Budgets use it, so a replay decides alike. */
  readonly elapsed: () => number
  /**
   * Numbers an event. A replay publishes the run's own events again: `known` says that an earlier process told this
   * one. Events from outside (a suspend, an abort) are not repeated.
   */
  tell(type: EventBody["type"], origin: "run" | "outside"): { readonly seq: number; readonly known: boolean }
  /** How much was recorded when the run went on, and which effects were in flight. */
  readonly resumed: { readonly records: number; readonly in_doubt: readonly string[] }
  begin(record: Begun): Promise<void>
  /** Where the journal ends; null without one. */
  head(): JournalHead | null
  /** Throws JournalError `journal_diverged` when a replay ends elsewhere than the records do. */
  refuseOtherEnd(): void
  end(end: RunEnd, result: RunResult): Promise<void>
  close(): Promise<void>
}

export interface RecorderOptions {
  readonly clock: Clock
  /** The host's own seam, around the effects that are not replayed. */
  readonly inner: (<T>(key: string, effect: () => Promise<T>) => Promise<T>) | undefined
  readonly store: JournalStore | null
  readonly name: string
  /** What is in the store already; empty for a new run. */
  readonly records: readonly JournalRecord[]
  /**
   * The run is over, so no effect happens: an effect without an outcome was stopped when time ran out, or else
   * diverges. Default: the run goes on.
   */
  readonly over?: "out_of_time" | "by_itself" | undefined
  /** Called when the recorded part is over, before the first new effect. */
  readonly onLive: () => void
}

export function createRecorder({
  clock,
  inner,
  store,
  name,
  records,
  over,
  onLive,
}: RecorderOptions): Recorder {
  const past = readPast(records)
  const origin = clock.now() - past.last.at_ms
  const shift = past.last.seq - past.last.events
  let events = 0
  let at_ms = 0
  let outside = 0
  const last = records.at(-1)
  let head = last === undefined ? EMPTY : { seq: last.record, sha256: last.sha256 }
  /** The end of what is stored; a record that could not be written does not move it. */
  let kept = head

  /** Events of the run's own course so far. A replay starts behind what was told before it. */
  const told = (): number => Math.max(events, past.last.events)
  const now = (): number => Math.max(past.last.at_ms, clock.now() - origin)
  const writer = store === null ? null : createWriter(store)
  /** `value` is a body's value as JSON text, which was made once already. */
  const append = async (body: RecordBody, { at_ms: when = now(), value = "" } = {}): Promise<void> => {
    if (writer === null) return
    const frame = JSON.stringify({ ...body, events: told(), seq: told() + shift + outside, at_ms: when })
    const line = withoutLineSeparators(value === "" ? frame : `${frame.slice(0, -1)},"value":${value}}`)
    const next = chainLine(head, line)
    head = next.head
    await writer.append(next.line)
    kept = next.head
  }

  /** Keys asked for, and how often. */
  const asked = new Map<string, number>()
  /** Within a turn the same question may come twice; the second gets a key of its own. */
  const unique = (key: string): string => {
    const count = (asked.get(key) ?? 0) + 1
    asked.set(key, count)
    if (count === 1) return key
    const own = `${key}#${count}`
    asked.set(own, 1)
    return own
  }

  const refuseDivergence = (what: string): void => {
    const left = [...past.finished.keys(), ...past.in_doubt.keys()].find((recorded) => !asked.has(recorded))
    if (left === undefined) return
    throw new JournalError("diverged", `${name}: the run ${what} where ${left} was recorded`)
  }

  const delivery = createDelivery()
  const resumed = { records: past.records, in_doubt: [...past.in_doubt.keys()] }
  let live: Promise<void> | null = past.records === 0 ? Promise.resolve() : null
  const goLive = async (key: string): Promise<void> => {
    // Neighbours of a batch ask at the same time; recorded outcomes come first, as they did.
    await Promise.resolve()
    await delivery.isOver()
    refuseDivergence(`asks for ${key}`)
    if (over === "by_itself")
      throw new JournalError("diverged", `${name}: the run asks for ${key} where its end is recorded`)
    await append({ type: "resumed", in_doubt: resumed.in_doubt })
    onLive()
  }

  /** Records an outcome. The run goes on with the recorded form, so a replay reads the same value. */
  const keep = async <T>(key: string, value: T): Promise<T> => {
    at_ms = now()
    if (store === null) return value
    const text = jsonText(value)
    await append({ type: "finished", key }, { at_ms, value: text })
    return (text === "" ? undefined : JSON.parse(text)) as T
  }

  const replay = async <T>(record: FinishedRecord & { readonly index: number }): Promise<T> => {
    await delivery.turnOf(record.index)
    at_ms = record.at_ms
    return record.value as T
  }

  const step = async <T>(
    given: string,
    effect: () => Promise<T>,
    { signal, plan, settle }: StepOptions<T> = {},
  ): Promise<T> => {
    const key = unique(given)
    const finished = past.finished.get(key)
    if (finished !== undefined) return replay<T>(finished)
    signal?.throwIfAborted()
    await (live ??= goLive(key))
    // A stop that was asked for during the replay reaches the run now.
    signal?.throwIfAborted()
    if (over !== undefined) return stopped(signal)
    const doubtful = past.in_doubt.get(key)
    const settled = doubtful === undefined ? "run_again" : ((await settle?.(doubtful.plan)) ?? "run_again")
    if (settled !== "run_again") return keep(key, settled.value)
    if (doubtful === undefined && store !== null) {
      const planned = plainJson((await plan?.()) ?? undefined)
      // A run may be stopped, and its end recorded, while a call makes its plan.
      signal?.throwIfAborted()
      await append({ type: "started", key, plan: planned })
    }
    // A run may be stopped between the event that tells of an effect and the effect.
    signal?.throwIfAborted()
    const value = await (inner === undefined ? effect() : inner(key, effect))
    // An effect that returns after a stop reports the stop and not its work, and a throw reports nothing. Such
    // effects stay in doubt.
    return signal?.aborted === true ? value : keep(key, value)
  }

  return {
    step,
    now,
    elapsed: () => at_ms,
    tell(type, origin) {
      // Deltas and the resume itself are not recorded, so they take no number.
      const counts = type !== "model_delta" && type !== "run_resumed"
      if (counts && origin === "run") events += 1
      else if (counts) outside += 1
      const known = counts && origin === "run" && events <= past.last.events
      return { seq: known ? events + shift : told() + shift + outside, known }
    },
    resumed,
    begin: append,
    head: () => (store === null ? null : { records: kept.seq, head_sha256: kept.sha256 }),
    refuseOtherEnd() {
      if (live === null) refuseDivergence("ends")
    },
    async end(end, result) {
      // An error may be gone when the run is resumed, so it does not end the journal.
      if (result.stop_reason !== "error") await append({ type: "ended", end, result })
    },
    close: async () => writer?.close(),
  }
}

/** An effect that lasts until it is stopped. */
function stopped(signal: AbortSignal | undefined): Promise<never> {
  if (signal === undefined)
    return Promise.reject(new JournalError("diverged", "the effect cannot be stopped"))
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
  })
}

/** Recorded outcomes are delivered in their original order, also among neighbours that ran at once. */
interface Delivery {
  turnOf(index: number): Promise<void>
  isOver(): Promise<void>
}

function createDelivery(): Delivery {
  const waiting: { readonly index: number; readonly resolve: () => void }[] = []
  const next = (): void => {
    waiting.sort((one, other) => one.index - other.index)
    waiting.shift()?.resolve()
    if (waiting.length > 0) setImmediate(next)
  }
  return {
    turnOf: (index) =>
      new Promise((resolve) => {
        waiting.push({ index, resolve })
        if (waiting.length === 1) setImmediate(next)
      }),
    async isOver() {
      while (waiting.length > 0) await new Promise(setImmediate)
    },
  }
}

interface Writer {
  append(line: string): Promise<void>
  close(): Promise<void>
}

/** Writes one line at a time, in the order of the calls; after a failure every later line fails alike. */
function createWriter(store: JournalStore): Writer {
  let queue = Promise.resolve()
  let broken: { readonly error: unknown } | null = null
  return {
    append(line) {
      const written = queue.then(async () => {
        if (broken !== null) throw broken.error
        await store.append(line)
      })
      queue = written.catch((error: unknown) => {
        broken ??= { error }
      })
      return written
    },
    async close() {
      await queue
      broken ??= { error: new Error("the run is over") }
      await store.close()
    },
  }
}
