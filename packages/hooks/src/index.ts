export {
  HOST_NAMES,
  type HookCall,
  type HookEvent,
  type HookSession,
  type HostName,
  type ToldEvent,
} from "./events/host_event.ts"
export type { HookReply } from "./events/hook_reply.ts"
