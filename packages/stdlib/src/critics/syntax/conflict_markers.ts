import { MAX_PROBLEMS, type SyntaxProblem } from "./parse_result.ts"

/** The lines where an unresolved merge conflict begins. */
export function conflictMarkers(text: string): SyntaxProblem[] {
  if (!text.includes("<<<<<<< ") || !text.includes(">>>>>>> ")) return []
  const found: SyntaxProblem[] = []
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.startsWith("<<<<<<< ")) continue
    found.push({ message: "an unresolved merge conflict begins here", line: index + 1, column: 1 })
    if (found.length === MAX_PROBLEMS) break
  }
  return found
}
