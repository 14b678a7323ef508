/** For packages of the same version: no promise holds for these names. */
export type { OpensRows } from "./engines/row_engine.ts"
