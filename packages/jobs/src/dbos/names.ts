import { JOURNAL_VERSION } from "../engines/keyed_steps.ts"
import { nameOfRow, type RowName } from "../engines/row_engine.ts"

export const APPLICATION = "proofloop"

/** Workers whose journals are alike take each other's turns over. */
export const JOURNALS = `journal ${JOURNAL_VERSION}`

export const TURN = "proofloop_turn"
export const CANCEL = "proofloop_cancel"

/** The queue of rows that name no other one. */
export const QUEUE = "proofloop"

/** A topic: what comes during a turn leads to one more. */
export const NEWS = "news"

/** The queue of wishes to give rows up, which wait for no turn. */
export function cancelsOf(queue: string): string {
  return `${queue} cancels`
}

/** A row's turns are workflows, numbered from 1. */
export function turnName(row: RowName, number: number | ""): string {
  return `${nameOfRow(row)} #${number}`
}

/** A delay in seconds, which has to be above 0. */
export const AT_ONCE = 0.001
