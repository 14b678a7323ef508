export { InvalidOptionError, isInvalidOptionError } from "@proofloop/foundation/errors"
export { declaredCheck } from "./evidence/command/declared_check.ts"
export { exitTold } from "./evidence/command/echoed_exit.ts"
export { type CheckCommand, type CommandReading, readCommand } from "./evidence/command/read_command.ts"
export { settlingCommand } from "./evidence/command/settling_command.ts"
export { type FileChanges, fileChanges } from "./evidence/command/file_changes.ts"
export { deniesNamedThing } from "./evidence/denied_id.ts"
export { namedFiles } from "./evidence/command/named_files.ts"
export { isEnvironmentFailure } from "./evidence/environment.ts"
export { type Lack, lackOf } from "./evidence/environment_message.ts"
export { isDeclared, missingModule } from "./evidence/missing_module.ts"
export { normaliseText, type NormaliseOptions } from "./evidence/normalise.ts"
export type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./evidence/parsers/parser.ts"
export { isReportParser } from "./evidence/parsers/errors.ts"
export { parseOutput, type ReadOutput } from "./evidence/parsers/registry.ts"
export { readToolOutput, type ToolOutputReading } from "./evidence/tool_output.ts"
export type { Diagnostic, DiagnosticKind } from "./protocol/diagnostic.ts"
export type { CurrentFailure, LiveFailure } from "./protocol/failure.ts"
export type {
  DeclaredAnnotations,
  EvidenceRole,
  ToolAnnotations,
  ToolCall,
  ToolResult,
} from "./protocol/tool.ts"
export type { Verdict } from "./protocol/verdict.ts"
export type { Confidence, StallPattern, StallWarning, Unjudged } from "./protocol/warning.ts"
export { checkTools } from "./stall/annotations.ts"
export { resolveAnnotations } from "./stall/calls.ts"
export { attemptsFor } from "./stall/changed.ts"
export { coversCheck, isPartialCheck } from "./stall/check_scope.ts"
export { parseStallConfig, type StallOptions } from "./stall/config.ts"
export {
  createDetector,
  type Detector,
  type DetectorOptions,
  type DetectorStep,
  type Turn,
} from "./stall/detector.ts"
export type { Knob } from "./stall/knob.ts"
export { knobs } from "./stall/knobs.ts"
export type { Proposal } from "./stall/propose.ts"
export type { Settlement } from "./stall/settle.ts"
export type { SettledResult } from "./stall/settled_result.ts"
export type { StallConfig } from "./stall/stall_config.ts"
export type { DetectorState } from "./stall/state.ts"
export { unjudgedWords } from "./stall/unjudged.ts"
export { TESTS_CHANGED } from "./stall/work.ts"
export type { VerdictOrigin } from "./stall/verdict.ts"
