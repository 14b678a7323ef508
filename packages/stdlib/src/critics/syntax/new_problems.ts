import type { SyntaxProblem } from "@proofloop/parsers"
import { conflictMarkers } from "./conflict_markers.ts"
import { lineOf } from "./file_text.ts"

interface Parsed {
  readonly text: string
  readonly problems: readonly SyntaxProblem[]
}

/** The problems that a file did not have before: another kind, or a line of another text; an unresolved merge always. */
export function newProblems(now: Parsed, before: Parsed): readonly SyntaxProblem[] {
  if (before.problems.length === 0 || conflictMarkers(now.text).length > 0) return now.problems
  const known = new Set(before.problems.map((problem) => keyOf(problem, before.text)))
  const kinds = new Set(before.problems.map(({ message }) => message))
  return now.problems.filter(
    (problem) =>
      !known.has(keyOf(problem, now.text)) && !(kinds.has(problem.message) && DECLARED.test(problem.message)),
  )
}

/** A rule beyond the grammar: who broke it with this name before breaks it by habit, as generators of declarations do. */
const DECLARED = /^Identifier `[^`]{1,200}` has already been declared$/

function keyOf({ message, line }: SyntaxProblem, text: string): string {
  return `${message}\0${lineOf(text, line)}`
}
