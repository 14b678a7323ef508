export { InvalidOptionError, isInvalidOptionError } from "@proofloop/foundation/errors"
export { isModelError, isRetryable, ModelError, type ModelErrorKind } from "./errors/model_error.ts"
export { type AgentLoop, type AgentRun, createAgentLoop } from "./loop/create_agent_loop.ts"
export { describeProof } from "./loop/describe_proof.ts"
export type {
  AgentLoopOptions,
  ExamineProof,
  Journal,
  LoopSettings,
  LoopStallOptions,
  ProofPayload,
  ResumeOptions,
  RunOptions,
  VerifyAnswer,
  VerifyCommand,
  VerifyFunction,
  VerifyJudgeFunction,
  VerifyPayload,
} from "./loop/options.ts"
export type {
  LoopControlAnswer,
  LoopControlPayload,
  PostTurnAnswer,
  TerminalAnswer,
  TerminalPayload,
  TurnPayload,
} from "./loop/turn_callbacks.ts"
export { verifyByCommand, type VerifyCommandPorts } from "./loop/verify_command.ts"
export type { AiSdkModel } from "./models/ai_sdk/language_model.ts"
export { fromAiSdk, type FromAiSdkOptions } from "./models/from_ai_sdk.ts"
export { openAICompatible, type OpenAICompatibleOptions } from "./models/openai_compatible.ts"
export type { Prices } from "./models/prices.ts"
export { type Script, type ScriptedModelOptions, scriptedModel } from "./models/scripted.ts"
export type { EventBase, EventBody, LoopEvent, LoopEventType } from "./protocol/event.ts"
export type {
  PlannedCall,
  StandardSchema,
  Tool,
  ToolContext,
  ToolInputSchema,
} from "./protocol/executable_tool.ts"
export type { CurrentFailure } from "./protocol/failure.ts"
export type { Message } from "./protocol/message.ts"
export type {
  Model,
  ModelCallOptions,
  ModelDelta,
  ModelReply,
  ModelRequest,
  ToolDefinition,
  Usage,
} from "./protocol/model.ts"
export type { RunResult, RunStatus, RunUsage, StopReason } from "./protocol/result.ts"
export type { DeclaredAnnotations, ToolAnnotations, ToolCall, ToolResult } from "./protocol/tool.ts"
export type { CheckVerdict, Proof, ProofRemark, Verdict } from "./protocol/verdict.ts"
export type { Confidence, StallWarning } from "./protocol/warning.ts"
export type { AiSdkTool, AiSdkToolSet } from "./tools/ai_sdk_tools.ts"
export { defineTool, type ToolArguments, type ToolDescription } from "./tools/define_tool.ts"
export type { McpClient, McpToolDescription, McpTools } from "./tools/mcp_tools.ts"
export type { ToolsInput, ToolSource } from "./tools/read_tools.ts"
