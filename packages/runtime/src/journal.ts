export { isJournalError, JournalError, type JournalProblem } from "./errors/journal_error.ts"
export { type ListedRun, type ListedRunState, listRuns } from "./loop/journal/list_runs.ts"
export { canGoOn } from "./loop/journal/past.ts"
export {
  type Begun,
  createJournalReader,
  type JournalRecord,
  readRecord,
  readRecords,
} from "./loop/journal/record.ts"
export { type JournalFile, type JournalStore, openJournalFile } from "./loop/journal/store.ts"
