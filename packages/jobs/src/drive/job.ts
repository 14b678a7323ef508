import type { JsonObject } from "@proofloop/foundation/text"
import type { Environment, JobStore, JobTypes } from "../store/store.ts"
import type { JobTable } from "../table/table.ts"
import type { Fault } from "./fault.ts"
import type { JobStep } from "./step.ts"

export interface Job<Types extends JobTypes, Step extends string, Settings> {
  /** What one row is called in messages: "feedback". */
  readonly noun: string
  readonly table: JobTable<Types["row"], Types["row"]["state"], Step>
  readonly steps: Readonly<Record<Step, JobStep<Types["row"], Settings>>>
  readonly store: JobStore<Types>
  /** What every step gets as `context.settings`. */
  readonly settings: Settings
  /** The model, forge, runner or budget that a step needs; rows that share a name share its breaker. */
  readonly nameOf: (environment: Environment, step: Step, row: Types["row"]) => string
  /** Failed tries in one state before a row fails. */
  readonly max_attempts: number
  /** A step to take before the due one; null for none. Default: none. */
  readonly first?: ((row: Types["row"]) => Step | null) | undefined
  /** Ensured before each step, such as commits that another machine has made. */
  readonly before?: ((row: Types["row"], signal: AbortSignal) => Promise<void>) | undefined
  /** The part of a change that fails a row, beside its state. */
  readonly failing: (row: Types["row"]) => Omit<Types["change"], "note" | "to">
  /** What is missing, judged by what a step threw; null when the row itself is at fault. */
  readonly faultOf: (thrown: unknown) => Fault | null
  /** Whether no further try can change it. */
  readonly isFinal: (thrown: unknown) => boolean
  /** Gets every event of a row; never throws. */
  readonly on_event: (what: string, row_id: string, fields: JsonObject) => void
  /** Awaited before and after each step. A throw ends the drive like a crash. */
  readonly on_step?:
    | ((step: Step, at: "before" | "after", row_id: string) => void | Promise<void>)
    | undefined
}

/**
 * What carries a drive: this process, or a durable engine. `step` gets a key that the same try has again after a
 * crash. If a result of `run` is kept under that key, it must resolve to it. A throw of `run` is an interruption: the
 * engine keeps nothing and takes the drive again.
 */
export interface Engine {
  /** Runs one step, or gives the result kept under its key. */
  readonly step: <Result>(key: string, run: () => Promise<Result>) => Promise<Result>
  /** It keeps results, and takes a drive again after a crash. Default false. */
  readonly is_durable?: boolean | undefined
  /** Aborted when the drive has to stop; the step at work gets it. */
  readonly signal: AbortSignal
}

/** This process alone: it runs steps and keeps nothing. */
export function localEngine(signal: AbortSignal): Engine {
  return { step: async (_, run) => run(), signal }
}
