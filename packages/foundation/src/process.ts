export { type Clock, systemClock } from "./process/clock.ts"
export { type CommandOptions, type CommandOutcome, cleanEnvironment, runCommand } from "./process/command.ts"
export { createDeadline, withDeadline } from "./process/deadline.ts"
export { inParallel } from "./process/in_parallel.ts"
export { type Lock, type LockHolder, lockFile, lockPlace } from "./process/lock_file.ts"
export {
  endMarkedProcesses,
  type MarkedProcess,
  markedEnvironment,
  markedProcesses,
} from "./process/marked_processes.ts"
export { missingProgram } from "./process/missing_program.ts"
export { ownSpace } from "./process/process_space.ts"
export { type ProcessIdentity, isRunning, ownIdentity } from "./process/process_identity.ts"
export { abortReason, raceAbort } from "./process/race_abort.ts"
export { runProgram } from "./process/program.ts"
export { withLock } from "./process/with_lock.ts"
export { prepareProcesses } from "./process/start_process.ts"
export { type SupervisedOutcome, superviseProcess } from "./process/supervised_process.ts"
export { readSwitch } from "./process/switch.ts"
