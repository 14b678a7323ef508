export { bubblewrap } from "./sandbox/bubblewrap.ts"
export { hostRunner } from "./sandbox/host_runner.ts"
export { NoSandboxError, openRunner, sandboxMissing } from "./sandbox/open_runner.ts"
export type { Room, RoomCommand, RoomOptions, RoomOutcome, Runner, SandboxName } from "./sandbox/runner.ts"
