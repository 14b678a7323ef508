import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition, DefinitionKind } from "./definition.ts"

interface Details {
  readonly node: SyntaxNode
  readonly name: SyntaxNode
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

/** Named children, without empty places. */
export function children(node: SyntaxNode | null): readonly SyntaxNode[] {
  return node?.namedChildren.filter((child) => child !== null) ?? []
}

export function fields(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  return node.childrenForFieldName(name).filter((child) => child !== null)
}

export function field(node: SyntaxNode, name: string): SyntaxNode | null {
  return node.childForFieldName(name)
}
