export type { Io, Output } from "./io.ts"
export { main } from "./main.ts"
