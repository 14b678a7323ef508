import type { Language as Grammar, Node, Query } from "web-tree-sitter"
import { loadPeer } from "../critics/syntax/peer.ts"
import type { Language } from "./language.ts"
import type { Reference } from "./reference.ts"
import { reference_queries } from "./reference_queries.ts"

const queries = new Map<Language, Query>()
const ranks = ["export", "call", "import", "member.call", "member.use", "use", "text"]

/** Makes the query of a language, so that `referencesIn` need not wait. */
export async function prepareReferences(): Promise<typeof Query> {
  return (await loadPeer("web-tree-sitter", () => import("web-tree-sitter"))).Query
}

/** References in a tree to the names that are `wanted`, in the order of the text, each place once. */
export function referencesIn(
  root: Node,
  { language, grammar, Query: Queries }: { language: Language; grammar: Grammar; Query: typeof Query },
  wanted: (name: string) => boolean,
): readonly Reference[] {
  const source = reference_queries[language]
  if (source === undefined) return []
  const query = queries.get(language) ?? new Queries(grammar, source)
  queries.set(language, query)
  const places = new Map<number, { readonly rank: number; readonly reference: Reference | null }>()
  for (const { name: capture, node } of query.captures(root)) {
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

function referenceAt(node: Node, name: string, capture: string): Reference | null {
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

function moduleOf(node: Node): string | null {
  let statement: Node | null = node
  while (statement !== null && !statement.type.endsWith("_statement")) statement = statement.parent
  const module = statement?.childForFieldName("module_name") ?? statement?.childForFieldName("source")
  return module?.text.replaceAll(/^["']|["']$/g, "") ?? null
}

/** The name a text may stand for: "main" of "package.module:main". */
function lastName(node: Node): string | null {
  if (node.endIndex - node.startIndex > 200) return null
  return /(?:^|[^\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]{0,199})$/u.exec(node.text)?.[1] ?? null
}
