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

/** Named children without names, numbers and plain texts, which have nothing inside: most nodes of a text. */
export function branches(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (const child of node.namedChildren) if (child !== null && !LEAVES.has(child.type)) found.push(child)
  return found
}

const LEAVES: ReadonlySet<string> = new Set(
  "identifier property_identifier shorthand_property_identifier field_identifier type_identifier package_identifier string_fragment string_content escape_sequence number integer float int_literal float_literal integer_literal decimal_integer_literal decimal_floating_point_literal true false null none nil this self void_type primitive_type predefined_type integral_type boolean_type regex_pattern".split(
    " ",
  ),
)
