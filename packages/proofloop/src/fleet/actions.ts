export { drainFleet, stopFleet } from "./control.ts"
export { lookAgain } from "./look.ts"
export { runFleet } from "./run.ts"
export { showFleet } from "./status.ts"
