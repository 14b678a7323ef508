import type { Capture, SyntaxNode } from "@proofloop/parsers"
import type { Language } from "./language.ts"
import type { Reference } from "./reference.ts"
import { reference_queries } from "./reference_queries.ts"

const ranks = ["export", "call", "import", "member.call", "member.use", "use", "text"]

/** References in a tree to the names that are `wanted`, in the order of the text, each place once. */
export function referencesIn(
  language: Language,
  captures: (query: string) => readonly Capture[],
  wanted: (name: string) => boolean,
): readonly Reference[] {
  const query = reference_queries[language]
  if (query === undefined) return []
  const places = new Map<number, { readonly rank: number; readonly reference: Reference | null }>()
  for (const { name: capture, node } of captures(query)) {
    const rank = ranks.indexOf(capture)
    const known = places.get(node.startIndex)
    if (rank === -1 || (known !== undefined && known.rank <= rank)) continue
    const name = capture === "text" ? lastName(node) : node.text
    if (name !== null && wanted(name))
      places.set(node.startIndex, { rank, reference: referenceAt(node, name, capture) })
  }
  const found = [...places.values()]
    .map(({ reference }) => reference)
    .filter((reference) => reference !== null)
  return found.sort((left, right) => left.offset - right.offset)
}

function referenceAt(node: SyntaxNode, name: string, capture: string): Reference | null {
  const kind = capture.slice(capture.indexOf(".") + 1)
  if (kind !== "call" && kind !== "import" && kind !== "use" && kind !== "text") return null
  return {
    name,
    kind,
    member: capture.startsWith("member."),
    module: kind === "import" ? moduleOf(node) : null,
    line: node.startPosition.row + 1,
    offset: node.startIndex,
  }
}

function moduleOf(node: SyntaxNode): string | null {
  let statement: SyntaxNode | null = node
  while (statement !== null && !statement.type.endsWith("_statement")) statement = statement.parent
  const module = statement?.childForFieldName("module_name") ?? statement?.childForFieldName("source")
  return module?.text.replaceAll(/^["']|["']$/g, "") ?? null
}

/** The name a text may stand for: "main" of "package.module:main". */
function lastName(node: SyntaxNode): string | null {
  if (node.endIndex - node.startIndex > 200) return null
  return /(?:^|[^\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]{0,199})$/u.exec(node.text)?.[1] ?? null
}
