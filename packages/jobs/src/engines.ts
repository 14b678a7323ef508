export { carrierOf, type CarrierOptions } from "./engines/carrier.ts"
export { JOURNAL_VERSION, type Keep, type KeptStep } from "./engines/keyed_steps.ts"
export { keptTurn } from "./engines/kept_turn.ts"
export { insist } from "./engines/insist.ts"
export { localRows, type LocalRowsOptions } from "./engines/local_rows.ts"
export { pauseOf } from "./engines/pause.ts"
export { isRefusal } from "./engines/refusal.ts"
export {
  LOOK_EVERY_MS,
  MOST_TURNS,
  nameOfRow,
  type OpensRows,
  type RowEngine,
  type RowName,
  type RowPlace,
  type RowTurns,
  type RowWorker,
  startsOption,
} from "./engines/row_engine.ts"
export { slots } from "./engines/slots.ts"
export { lines } from "./engines/lines.ts"
export { turnsByKind } from "./engines/turns_by_kind.ts"
