import { JOURNAL_VERSION } from "@proofloop/jobs/engines"

export const APPLICATION = "proofloop"

/** Workers whose journals are alike take each other's workflows over. */
export const JOURNALS = `journal ${JOURNAL_VERSION}`

export const ROW = "proofloop_row"
export const TURN = "proofloop_turn"
export const CANCEL = "proofloop_cancel"

/** Queues: rows, and what changes a repository, one of them at a time. */
export const ROWS = "proofloop_rows"
export const REPOSITORIES = "proofloop_repositories"

export const NEWS = "news"
export const REST = "rest"
export const AT_WORK = "at work"
export const SUCCESSOR = "successor"
