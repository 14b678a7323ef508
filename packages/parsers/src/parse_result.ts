import type { Position } from "./position.ts"

export interface SyntaxProblem extends Position {
  /** The parser's own words, one line. */
  readonly message: string
}

/** A text's value, or what is wrong with it: `error` is the first of `errors`, which has 1 to 20. */
export type ParseResult =
  | {
      readonly value: unknown
    }
  | {
      readonly error: SyntaxProblem
      /** Everything that is wrong, 1 to 20 problems. */
      readonly errors: readonly SyntaxProblem[]
    }

export const MAX_PROBLEMS = 20

/** The first problems as a result, or undefined without any. */
export function failedParse(problems: readonly SyntaxProblem[]): ParseResult | undefined {
  const errors = problems.slice(0, MAX_PROBLEMS)
  const error = errors[0]
  return error && { error, errors }
}
