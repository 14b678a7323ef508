/** For packages of the same version: no promise holds for these names. */
export {
  type CheckOutcome,
  type EndedProcess,
  echoedLines,
  readCheck,
  readPrinted,
} from "./evidence/check_outcome.ts"
export { declaredCheck } from "./evidence/command/declared_check.ts"
export { readCommand } from "./evidence/command/read_command.ts"
export { isTestCheck } from "./evidence/command/test_check.ts"
export { normaliseText } from "./evidence/normalise.ts"
export type { ParsedDiagnostic } from "./evidence/parsers/parser.ts"
