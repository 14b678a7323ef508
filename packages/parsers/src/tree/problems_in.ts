import type { Node } from "web-tree-sitter"
import { MAX_PROBLEMS, type SyntaxProblem } from "../parse_result.ts"

/** The places of a tree that its grammar does not allow, or where it misses something; empty for a sound tree. */
export function problemsIn(root: Node): readonly SyntaxProblem[] {
  const found: SyntaxProblem[] = []
  const waiting: Node[] = root.hasError ? [root] : []
  for (let node = waiting.pop(); node !== undefined && found.length < MAX_PROBLEMS; node = waiting.pop()) {
    const { row, column } = node.startPosition
    const inner = node.children.filter((child) => child !== null && (child.hasError || child.isMissing))
    if (node.isMissing) found.push({ message: `${node.type} is missing`, line: row + 1, column: column + 1 })
    else if (node.isError)
      found.push({ message: "does not parse from here", line: row + 1, column: column + 1 })
    else for (const child of inner.reverse()) if (child !== null) waiting.push(child)
  }
  return found
}
