export type { Io, Output } from "./console/io.ts"
export { main } from "./main.ts"
