import { numberOption } from "@proofloop/foundation/errors"
import type { Engine } from "../drive/job.ts"
import type { Rest } from "../drive/turn.ts"

export interface RowName {
  /** The kind of the row: "run", "feedback". */
  readonly kind: string
  readonly row_id: string
}

/** A row with what it changes: turns of one repository never overlap. */
export interface RowPlace extends RowName {
  /** Key of the repository it changes; two rows with the same key never move at once. */
  readonly repository: string
}

export interface RowTurns {
  /** The kind of its rows: "run", "feedback". */
  readonly kind: string
  /**
   * Claims the row, drives it until it rests, and releases it; nothing for an ended one. Rejects when it was
   * interrupted, or when another process holds the row. The engine takes such a turn again.
   */
  readonly turn: (row_id: string, engine: Engine) => Promise<Rest>
  /** Gives up a row that no process is at work on; nothing for an ended one. */
  readonly cancel: (row_id: string, reason: string) => Promise<void>
}

/** Moves rows until they are over, in a repository one turn at a time. */
export interface RowEngine {
  /** Begins to move a row; nothing for one that is being moved. */
  readonly start: (row: RowPlace) => Promise<void>
  /** Says that there are news of a row: an answer, a webhook. During a turn they lead to another turn. */
  readonly wake: (row: RowName) => Promise<void>
  /** Where the row has rested since its last turn; null before the first one, and for an unknown row. */
  readonly restOf: (row: RowName) => Promise<Rest | null>
  /** Interrupts the turn that is at work on a row, and gives the row up. */
  readonly cancel: (row: RowPlace, reason: string) => Promise<void>
}

/** An engine with a worker in this process. */
export interface RowWorker extends RowEngine {
  /** Interrupts all turns and waits for them. The rows go on when they are started again, here or elsewhere. */
  readonly close: () => Promise<void>
}

/** Opens an engine with a worker in this process. */
export type OpensRows = (work: {
  readonly turns: readonly RowTurns[]
  /** Turns of the worker at the same time. */
  readonly most_turns?: number | undefined
  /** Turns that begin in a minute, in one repository. */
  readonly starts_a_minute?: number | undefined
  /** Gets what interrupted a turn; never throws. */
  readonly on_error?: ((row: RowName, error: unknown) => void) | undefined
}) => RowWorker | Promise<RowWorker>

/** The longest pause without a look into the store, where a person may have answered: 10 minutes. */
export const LOOK_EVERY_MS = 600_000

/** The limit of turns at a time where nobody names another one. */
export const MOST_TURNS = 10_000

/** The checked limit of starts a minute. Throws InvalidOptionError. */
export function startsOption(starts: number | undefined): number | undefined {
  return starts === undefined ? undefined : numberOption("starts_a_minute", starts, 1, MOST_TURNS)
}

/** One text for a row of any kind. */
export function nameOfRow({ kind, row_id }: RowName): string {
  return `${kind}/${row_id}`
}
