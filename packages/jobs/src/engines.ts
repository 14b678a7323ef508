export { JOURNAL_VERSION, JournalVersionError, readRowInput, type RowInput } from "./engines/journal.ts"
export { type Keep, type KeptStep } from "./engines/keyed_steps.ts"
export { keptTurn } from "./engines/kept_turn.ts"
export { type LocalRows, localRows, type LocalRowsOptions } from "./engines/local_rows.ts"
export { pauseOf } from "./engines/pause.ts"
export { isRefusal } from "./engines/refusal.ts"
export {
  LOOK_EVERY_MS,
  MOST_PAUSES,
  nameOfRow,
  type RowEngine,
  type RowName,
  type RowPlace,
  type RowTurns,
} from "./engines/row_engine.ts"
export { type EngineCalls, rowsElsewhere } from "./engines/rows_elsewhere.ts"
export { lines } from "./engines/lines.ts"
export { turnsByKind } from "./engines/turns_by_kind.ts"
