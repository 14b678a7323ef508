import type { Diagnostic } from "@astral-sh/ruff-wasm-nodejs"
import { MAX_PROBLEMS, type SyntaxProblem } from "../parse_result.ts"

export type ReportedProblem = Pick<Diagnostic, "code" | "message" | "start_location">

export function ruffProblems(
  reported: readonly ReportedProblem[],
  codes: readonly string[],
): SyntaxProblem[] {
  return reported
    .filter(({ code }) => codes.includes(code ?? ""))
    .slice(0, MAX_PROBLEMS)
    .map(({ message, start_location: { row, column } }) => ({ message, line: row, column }))
}
