import type { Node } from "web-tree-sitter"

export type DefinitionKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "type"
  | "enum"
  | "variable"
  | "macro"
  | "module"
  | "implementation"

/** A name that a file gives to a piece of code. */
export interface Definition {
  readonly name: string
  /** With the names it is inside of: "Type.method", "tests.reads_empty". */
  readonly qualified_name: string
  readonly kind: DefinitionKind
  /** As the language's conventions have it: no leading underscore, a capital in Go, `pub` in Rust, `public` in Java. */
  readonly public: boolean
  /** Of the name, from 1. */
  readonly line: number
  readonly column: number
  /** Of the name, from 0, in UTF-16 code units. */
  readonly offset: number
  /** The whole definition, in UTF-16 code units; `end` is the first one after it. */
  readonly range: { readonly start: number; readonly end: number }
  /** A decorator or attribute may hand it to a framework that calls it. */
  readonly registered: boolean
  /** It may be called through a base class, an interface or a trait. */
  readonly inherited: boolean
}

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
