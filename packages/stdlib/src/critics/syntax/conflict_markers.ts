import type { SyntaxProblem } from "@proofloop/parsers"

const MAX_MARKERS = 20

/** The lines where an unresolved merge conflict begins. */
export function conflictMarkers(text: string): SyntaxProblem[] {
  if (!text.includes("<<<<<<< ") || !text.includes(">>>>>>> ")) return []
  const found: SyntaxProblem[] = []
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.startsWith("<<<<<<< ")) continue
    found.push({ message: "an unresolved merge conflict begins here", line: index + 1, column: 1 })
    if (found.length === MAX_MARKERS) break
  }
  return found
}
