export { drainFleet, stopFleet } from "./control.ts"
export { runFleet } from "./run.ts"
export { showFleet } from "./status.ts"
