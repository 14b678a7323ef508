import { InvalidOptionError } from "@proofloop/foundation/errors"
import { heldBy } from "../store/holder.ts"
import type { JobTypes } from "../store/store.ts"
import { StoreError } from "../store/store_error.ts"
import { FAILED } from "../table/table.ts"
import type { DrivenRow } from "./driven_row.ts"
import { reasonOf } from "./fault.ts"
import type { Job } from "./job.ts"

/** Drives the rows of a pass, one at a time. */
export interface Carrier<Types extends JobTypes, Step extends string> {
  /** Drives a row that this process has claimed, and releases it. Resolves to null where another process was faster. */
  readonly drive: (row: Types["row"]) => Promise<DrivenRow<Types, Step> | null>
  readonly close: () => Promise<void>
}

/** One pass over a store: takes no row twice, and at most `limit` counted ones. */
export interface Pass<Types extends JobTypes, Step extends string> {
  /** Drives every row in these states that no other process holds, oldest first; only a `counted` row uses up the limit. */
  all(states: readonly Types["row"]["state"][], counted: boolean): Promise<void>
  /** Drives this row, if its state is one of these. Rejects with InvalidOptionError, or StoreError `not_found`. */
  one(id: string, states: readonly Types["row"]["state"][]): Promise<void>
  /** Drives these rows, in this state, unless another process holds them. */
  those(ids: readonly string[], state: Types["row"]["state"]): Promise<void>
  /** What became of every row driven so far, in the order in which they were driven. */
  readonly results: readonly DrivenRow<Types, Step>[]
}

/** Begins a pass. `repository`: only rows of this one, or of none yet. */
export function startPass<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  {
    carrier,
    signal,
    limit,
    repository,
  }: {
    readonly carrier: Carrier<Types, Step>
    /** Ends the pass: no further row is begun, and the step at work gets it. */
    readonly signal: AbortSignal
    /** Counted rows that the pass drives at most. */
    readonly limit: number
    /** The forge's id of a repository whose rows are driven, with those without a place. Default: all. */
    readonly repository?: string | undefined
  },
): Pass<Types, Step> {
  const { store } = job
  const results: DrivenRow<Types, Step>[] = []
  const done = new Set<string>()
  const passed_over: string[] = []
  let left = limit

  /** Null where another process was faster. */
  const driveOne = async (row: Types["row"]): Promise<DrivenRow<Types, Step> | null> => {
    done.add(row.id)
    const driven = await carrier.drive(row)
    if (driven?.is_passed_over === true) passed_over.push(row.id)
    return driven
  }
  const note = (driven: DrivenRow<Types, Step> | null): void => {
    if (driven !== null) results.push(driven)
  }
  /** The rows whose turn it was have looked by now, or are not here. */
  const driveAgain = async (states: readonly Types["row"]["state"][]): Promise<void> => {
    for (const id of passed_over.splice(0)) {
      const row = signal.aborted ? null : await store.claim(states, { id, repository })
      const now = row === null ? null : await driveOne(row)
      const place = results.findIndex((result) => result.id === id)
      const known = results[place]
      if (known !== undefined && now !== null)
        results[place] = { ...now, from: known.from, steps: [...known.steps, ...now.steps] }
    }
  }
  /** Reports a corrupt row, and goes on with the others. */
  const noteCorrupt = (error: unknown): string => {
    if (!(error instanceof StoreError) || error.code !== "corrupt" || error.row_id === null) throw error
    const id = error.row_id
    if (done.has(id)) throw error
    done.add(id)
    const nothing = { suspended: null, wait: null, thrown: null, is_passed_over: false }
    results.push({
      id,
      row: null,
      from: null,
      to: null,
      steps: [],
      next: "stop",
      error: reasonOf(error),
      ...nothing,
    })
    return id
  }

  return {
    results,
    async all(states, counted) {
      let after: string | undefined
      while (!signal.aborted && (!counted || left > 0)) {
        try {
          const row: Types["row"] | null = await store.claim(states, { after, repository })
          if (row === null) break
          after = row.id
          if (done.has(row.id)) {
            await store.release(row.id)
            continue
          }
          if (counted) left -= 1
          note(await driveOne(row))
        } catch (error) {
          after = noteCorrupt(error)
        }
      }
      await driveAgain(states)
    },
    async one(id, states) {
      const row = await store.claim(states, { id, repository })
      const driven = row === null ? null : await driveOne(row)
      if (driven !== null) {
        note(driven)
        return driveAgain(states)
      }
      const { state, place } = await store.get(id)
      if (place !== null && repository !== undefined && place.repository !== repository) {
        throw refused(`${job.noun} of ${repository}; this one belongs to ${place.repository}`, id)
      }
      if (states.includes(state)) {
        throw refused(`${job.noun} that no other process is at work on${heldBy(await store.holder(id))}`, id)
      }
      const hint = state === FAILED ? ": retry it first" : ""
      throw refused(`${job.noun} that is ${states.join(", ")}; this one is ${state}${hint}`, id)
    },
    async those(ids, state) {
      for (const id of ids) {
        if (signal.aborted) return
        try {
          const row = done.has(id) ? null : await store.claim([state], { id, repository })
          if (row !== null) note(await driveOne(row))
        } catch (error) {
          noteCorrupt(error)
        }
      }
    },
  }
}

function refused(expected: string, got: unknown): InvalidOptionError {
  return new InvalidOptionError({ option: "id", expected, got })
}
