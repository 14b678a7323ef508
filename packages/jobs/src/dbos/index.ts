export type { DbosPlace } from "./dbos_place.ts"
export { dbosRows } from "./dbos_rows.ts"
export { workRows, type WorkRowsOptions } from "./work_rows.ts"
