import { z } from "zod"
import { MAX_PROBLEMS, type SyntaxProblem } from "./parse_result.ts"

const diagnostics = z.array(
  z.object({
    code: z.string().nullable(),
    message: z.string(),
    start_location: z.object({ row: z.number(), column: z.number() }),
  }),
)

/** What ruff reports under one of these codes, as problems. */
export function ruffProblems(reported: unknown, codes: readonly string[]): SyntaxProblem[] {
  return diagnostics
    .parse(reported)
    .filter(({ code }) => codes.includes(code ?? ""))
    .slice(0, MAX_PROBLEMS)
    .map(({ message, start_location: { row, column } }) => ({ message, line: row, column }))
}
