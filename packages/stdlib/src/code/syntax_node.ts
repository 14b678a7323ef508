import type { Node } from "web-tree-sitter"
import type { Definition, DefinitionKind } from "./definition.ts"

interface Details {
  readonly node: Node
  readonly name: Node
  readonly kind: DefinitionKind
  readonly public: boolean
  readonly owner?: string | undefined
  /** Default: the text of `name`. */
  readonly called?: string | undefined
  readonly registered?: boolean
  readonly inherited?: boolean
}

/** A definition at the name's place. */
export function definitionAt({ node, name, kind, owner, ...details }: Details): Definition {
  const text = details.called ?? name.text
  return {
    name: text,
    qualified_name: owner === undefined ? text : `${owner}.${text}`,
    kind,
    public: details.public,
    line: name.startPosition.row + 1,
    column: name.startPosition.column + 1,
    offset: name.startIndex,
    range: { start: node.startIndex, end: node.endIndex },
    registered: details.registered ?? false,
    inherited: details.inherited ?? false,
  }
}

/** Named children; what a grammar leaves out is no child. */
export function children(node: Node | null): readonly Node[] {
  return node?.namedChildren.filter((child) => child !== null) ?? []
}

/** Children under one field name. */
export function fields(node: Node, name: string): readonly Node[] {
  return node.childrenForFieldName(name).filter((child) => child !== null)
}

export function field(node: Node, name: string): Node | null {
  return node.childForFieldName(name)
}
