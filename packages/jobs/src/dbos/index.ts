export { dbosRows } from "./dbos_rows.ts"
export { type WorkRowsOptions, workRows } from "./work_rows.ts"
