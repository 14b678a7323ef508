/** For packages of the same version: no promise holds for these names. */
export { type ModelErrorKind, isModelError, isRetryable } from "./errors/model_error.ts"
export type {
  ExamineProof,
  LoopSettings,
  VerifyAnswer,
  VerifyCommand,
  VerifyJudgeFunction,
  VerifyPayload,
} from "./loop/options.ts"
export type { LoopControlAnswer, PostTurnAnswer, TerminalAnswer, TurnPayload } from "./loop/turn_callbacks.ts"
export { verifyByCommand } from "./loop/verify_command.ts"
export type { EventBase, EventBody, LoopEventType } from "./protocol/event.ts"
export type { PlannedCall, StandardSchema } from "./protocol/executable_tool.ts"
export type { ProofRemark } from "./protocol/verdict.ts"
