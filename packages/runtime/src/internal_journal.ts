/** For packages of the same version: no promise holds for these names. */
export { isJournalError } from "./errors/journal_error.ts"
export { canGoOn } from "./loop/journal/past.ts"
export { type JournalRecord, createJournalReader, readRecord, readRecords } from "./loop/journal/record.ts"
export { type JournalFile, openJournalFile } from "./loop/journal/store.ts"
