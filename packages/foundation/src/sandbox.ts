export { bubblewrap } from "./sandbox/bubblewrap.ts"
export { hostRunner } from "./sandbox/host_runner.ts"
export { NoSandboxError, openRunner, sandboxMissing } from "./sandbox/open_runner.ts"
export { runRoomCommand } from "./sandbox/room_command.ts"
export type {
  Room,
  RoomCommand,
  RoomLimits,
  RoomOptions,
  RoomOutcome,
  Runner,
  SandboxName,
} from "./sandbox/runner.ts"
