import type { JsonObject } from "@proofloop/foundation/text"
import type { Breaker, Environment, JobRow, Wait } from "../store/store.ts"

export interface StepContext<Settings = unknown> {
  readonly settings: Settings
  /** `row/step/attempt`: the same for the same try, even after a crash, and new for the next try. */
  readonly key: string
  /** Aborted when the drive has to stop; a step that rejects then is no failed try. */
  readonly signal: AbortSignal
  /**
   * Runs a part of a step that is taken in parts: a model call, a check, a commit. A durable engine keeps its result,
   * plain JSON, or its error. After a crash the same parts must be asked for in the same order.
   */
  readonly part: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>
  /** Parts are kept, so a part may meet the effect of an earlier try of itself. */
  readonly keeps_parts: boolean
  /** Tells the host of this row, once the step is written. */
  readonly tell: (what: string, fields?: JsonObject) => void
}

/**
 * Outcome of a step. `on`: go on with what is due next. `wait`: a person, a merge or a later look moves it. `stop`: the
 * step failed or was interrupted; the row says how often and why. `suspended`: a service is away, through no fault of
 * the row.
 */
export interface StepOutcome<Row extends JobRow = JobRow> {
  readonly row: Row
  /** Whether the row goes on, waits, stops, or is suspended. */
  readonly next: "on" | "wait" | "stop" | "suspended"
  /** With `wait`: what for. Default: unknown. */
  readonly wait?: Omit<Wait, "since">
  /** With `suspended`: what is away. */
  readonly breaker?: Breaker
  /** False: the missing thing was missing before it began. */
  readonly was_begun?: boolean
  /** The missing thing may be back, and another row is to look first. */
  readonly is_passed_over?: boolean
}

/**
 * One step of a row: does its work, writes the finished product and its note in one change, and resolves to the new
 * row. After a crash the same step must come to the same result, so it looks for its effects before it makes them.
 */
export interface JobStep<Row extends JobRow, Settings> {
  readonly name: string
  /** What it needs. Default: nothing but the store. */
  readonly needs?: readonly Environment[] | undefined
  /** It may be due again right after it, for the next of many items. Default false. */
  readonly repeats?: boolean | undefined
  /** A durable engine keeps its parts one by one, and runs the rest of it again after a crash. Default false. */
  readonly in_parts?: boolean | undefined
  /** Does the work and resolves to the row. A throw is a failed try, unless something is missing. */
  readonly run: (row: Row, context: StepContext<Settings>) => Promise<StepOutcome<Row>>
}

/** Products of earlier steps. Throws when one is missing, as in a row that was changed by hand. */
export function workOf<Work extends object, Key extends keyof Work & string>(
  { work }: JobRow<string, Work>,
  ...keys: readonly Key[]
): { readonly [Name in Key]: NonNullable<Work[Name]> } {
  const missing = keys.find((key) => work[key] === undefined)
  if (missing !== undefined) throw new Error(`the row has no ${missing}; an earlier step was skipped`)
  return work as { readonly [Name in Key]: NonNullable<Work[Name]> }
}
