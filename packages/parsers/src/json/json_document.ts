import type { Node } from "jsonc-parser"
import type { ConfigDocument } from "../document.ts"
import { loadPackage } from "../load_package.ts"
import { FIRST_POSITION, positionAt } from "../position.ts"
import { parseJsonc } from "./parse_json.ts"

/** JSON with comments and trailing commas, as tsc and ESLint read it; null when it does not parse. */
export async function parseJsonDocument(text: string): Promise<ConfigDocument | null> {
  const parsed = await parseJsonc(text)
  if (!("value" in parsed)) return null
  const { findNodeAtLocation, parseTree } = await loadPackage("jsonc-parser")
  let tree: Node | undefined
  return {
    data: parsed.value,
    locate(path) {
      tree ??= parseTree(text)
      for (let length = path.length; tree !== undefined && length > 0; length -= 1) {
        const node = findNodeAtLocation(tree, path.slice(0, length))
        if (node !== undefined) return positionAt(text, keyOf(node).offset)
      }
      return FIRST_POSITION
    },
  }
}

/** The property a value belongs to begins with its key. */
function keyOf(node: Node): Node {
  return node.parent?.type === "property" ? node.parent : node
}
