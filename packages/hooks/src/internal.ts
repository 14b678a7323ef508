/** For packages of the same version: no promise holds for these names. */
export type { HookCall, HookEvent } from "./events/host_event.ts"
