export { dbosRows, type DbosRows, type DbosRowsOptions } from "./dbos_rows.ts"
export { workRows, type WorkingRows, type WorkRowsOptions } from "./work_rows.ts"
