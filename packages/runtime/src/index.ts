export { InvalidOptionError } from "@proofloop/foundation/errors"
export { traceRun } from "./bridges/opentelemetry/trace_run.ts"
export { toSseResponse } from "./bridges/sse/sse.ts"
export { JournalError } from "./errors/journal_error.ts"
export { ModelError } from "./errors/model_error.ts"
export { type AgentLoop, type AgentRun, createAgentLoop } from "./loop/create_agent_loop.ts"
export { describeProof } from "./loop/describe_proof.ts"
export { listRuns } from "./loop/journal/list_runs.ts"
export type { JournalStore } from "./loop/journal/store.ts"
export type {
  AgentLoopOptions,
  Journal,
  LoopStallOptions,
  ResumeOptions,
  RunOptions,
  VerifyFunction,
} from "./loop/options.ts"
export { fromAiSdk } from "./models/from_ai_sdk.ts"
export { type OpenAICompatibleOptions, openAICompatible } from "./models/openai_compatible.ts"
export type { Prices } from "./models/prices.ts"
export { scriptedModel } from "./models/scripted.ts"
export type { LoopEvent } from "./protocol/event.ts"
export type { Tool, ToolContext } from "./protocol/executable_tool.ts"
export type { CurrentFailure } from "./protocol/failure.ts"
export type { Message } from "./protocol/message.ts"
export type { Model, ModelReply, ModelRequest, ToolDefinition, Usage } from "./protocol/model.ts"
export type { RunResult, RunStatus, StopReason } from "./protocol/result.ts"
export type { ToolAnnotations, ToolResult } from "./protocol/tool.ts"
export type { CheckVerdict, Proof, Verdict } from "./protocol/verdict.ts"
export type { StallWarning } from "./protocol/warning.ts"
export { defineTool } from "./tools/define_tool.ts"
