export { scriptedModel } from "./models/scripted.ts"
export type { Script, ScriptedCall, ScriptedModelOptions, ScriptedStep } from "./models/scripted.ts"
export type { Clock } from "@proofloop/foundation/process"
export { startLoopbackModelServer } from "./testing/loopback/model_server.ts"
export type {
  LoopbackFault,
  LoopbackModelServer,
  LoopbackModelServerOptions,
  LoopbackRequest,
} from "./testing/loopback/model_server.ts"
export { memoryJournal } from "./testing/memory_journal.ts"
export type { MemoryJournal, MemoryJournalOptions } from "./testing/memory_journal.ts"
export { recordEvents, RecordedEvents } from "./testing/recorded_events.ts"
export { scriptedTool } from "./testing/scripted_tool.ts"
export type { ScriptedTool, ScriptedToolOptions } from "./testing/scripted_tool.ts"
export { virtualClock } from "./testing/virtual_clock.ts"
export type { VirtualClock, VirtualClockOptions } from "./testing/virtual_clock.ts"
