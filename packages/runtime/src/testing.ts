export { type ScriptedStep, scriptedModel } from "./models/scripted.ts"
export {
  type LoopbackModelServer,
  type LoopbackRequest,
  startLoopbackModelServer,
} from "./testing/loopback/model_server.ts"
export { memoryJournal } from "./testing/memory_journal.ts"
export { recordEvents } from "./testing/recorded_events.ts"
export { scriptedTool } from "./testing/scripted_tool.ts"
export { virtualClock } from "./testing/virtual_clock.ts"
