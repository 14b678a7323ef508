export * from "./detector.ts"
export { isModelError, ModelError, type ModelErrorKind } from "./errors/model_error.ts"
export { isJournalError, JournalError, type JournalProblem } from "./errors/journal_error.ts"
export { normaliseCommand } from "./evidence/command/normalise_command.ts"
export { redactSecrets } from "@proofloop/foundation/text"
export { sha256Hex } from "@proofloop/foundation/text"
export { systemClock } from "./loop/clock.ts"
export {
  cleanEnvironment,
  type CommandOptions,
  type CommandOutcome,
  runCommand,
} from "@proofloop/foundation/process"
export { type AgentLoop, type AgentRun, createAgentLoop } from "./loop/create_agent_loop.ts"
export {
  type Begun,
  type JournalRecord,
  journalVersion,
  readRecord,
  readRecords,
} from "./loop/journal/record.ts"
export { type JournalFile, type JournalStore, openJournalFile } from "./loop/journal/store.ts"
export { canGoOn } from "./loop/journal/past.ts"
export { loopOptionNames } from "./loop/option_schema.ts"
export type * from "./loop/options.ts"
export { readRepairAwareVariable, repairAwareVariable, resolveRepairAware } from "./loop/repair_aware.ts"
export { verifyByCommand } from "./loop/verify_command.ts"
export { runMachineWith } from "./machines/run_machine_with.ts"
export { repair as repairRegion } from "./machines/repair.ts"
export { repairMode } from "./machines/repair_mode.ts"
export { runMachine } from "./machines/run.ts"
export type { AiSdkModel } from "./models/ai_sdk/language_model.ts"
export { fromAiSdk, type FromAiSdkOptions } from "./models/from_ai_sdk.ts"
export { openAICompatible, type OpenAICompatibleOptions } from "./models/openai_compatible.ts"
export type { Prices } from "./models/prices.ts"
export type { ModelInput } from "./models/resolve.ts"
export {
  type Script,
  type ScriptedModelOptions,
  type ScriptedStep,
  scriptedModel,
} from "./models/scripted.ts"
export type { Clock } from "./protocol/clock.ts"
export type * from "./protocol/event.ts"
export type { PlannedCall, StandardSchema, Tool, ToolContext } from "./protocol/executable_tool.ts"
export type { Json, JsonObject } from "@proofloop/foundation/text"
export type { FeedbackKind, Message } from "./protocol/message.ts"
export type {
  Model,
  ModelCallOptions,
  ModelReply,
  ModelRequest,
  ToolDefinition,
  Usage,
} from "./protocol/model.ts"
export type { RunResult, RunStatus, RunUsage, StopReason } from "./protocol/result.ts"
export type { MutationStatus } from "./protocol/tool.ts"
export type { CheckVerdict, Proof, VerdictSource } from "./protocol/verdict.ts"
export { parseStallConfig } from "./stall/config.ts"
