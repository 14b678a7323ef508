export { registerWorker, RestateRequestError, restateRows, type RestateRowsOptions } from "./restate_rows.ts"
export { serveRows, type ServedRows, type ServeRowsOptions } from "./serve_rows.ts"
