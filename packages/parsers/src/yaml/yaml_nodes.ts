import type * as Yaml from "yaml"
import { MAX_PROBLEMS } from "../parse_result.ts"

export interface PlacedProblem {
  /** In UTF-16 code units. */
  readonly offset: number
  readonly message: string
}

/**
 * Keys that come twice in a map, and aliases of no anchor. The yaml package compares each key with every other, which
 * is quadratic, and misses an anchor only when a value is made.
 */
export function yamlNodeProblems(
  { isAlias, isMap, isNode, isScalar, visit }: typeof Yaml,
  document: Yaml.Document.Parsed,
): PlacedProblem[] {
  const found: PlacedProblem[] = []
  const anchors = new Set<string>()
  const tell = (node: Yaml.Node, message: string) => {
    if (found.length < MAX_PROBLEMS) found.push({ offset: node.range?.[0] ?? 0, message })
  }
  visit(document, (_, node) => {
    if (!isNode(node)) return
    if (isAlias(node)) {
      if (!anchors.has(node.source)) tell(node, `alias *${node.source} has no anchor before it`)
      return
    }
    if (node.anchor !== undefined) anchors.add(node.anchor)
    if (!isMap(node)) return
    const seen = new Set<unknown>()
    for (const { key } of node.items) {
      if (!isScalar(key) || typeof key.value === "symbol" || key.value === "<<") continue
      if (seen.has(key.value)) tell(key, `key ${JSON.stringify(key.source ?? "")} comes twice in one map`)
      seen.add(key.value)
    }
  })
  return found
}
