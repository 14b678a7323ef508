import type { Node } from "web-tree-sitter"
import type { SyntaxNode } from "./syntax_node.ts"

/** A node that asks WebAssembly once for each thing: a call there costs more than most of what a reader does with it. */
export class CachedNode implements SyntaxNode {
  readonly #node: Node
  #type: string | undefined
  #end: number | undefined
  #parent: SyntaxNode | null | undefined
  #children: ReadonlyArray<SyntaxNode | null> | undefined
  #named: ReadonlyArray<SyntaxNode | null> | undefined
  #fields: Map<string, SyntaxNode | null> | undefined

  constructor(node: Node) {
    this.#node = node
  }

  get id(): number {
    return this.#node.id
  }

  get type(): string {
    return (this.#type ??= this.#node.type)
  }

  get text(): string {
    return this.#node.text
  }

  get startIndex(): number {
    return this.#node.startIndex
  }

  get endIndex(): number {
    return (this.#end ??= this.#node.endIndex)
  }

  get startPosition(): SyntaxNode["startPosition"] {
    return this.#node.startPosition
  }

  get parent(): SyntaxNode | null {
    if (this.#parent === undefined) this.#parent = cached(this.#node.parent)
    return this.#parent
  }

  get children(): ReadonlyArray<SyntaxNode | null> {
    return (this.#children ??= this.#node.children.map(cached))
  }

  get namedChildren(): ReadonlyArray<SyntaxNode | null> {
    return (this.#named ??= this.#node.namedChildren.map(cached))
  }

  childForFieldName(name: string): SyntaxNode | null {
    this.#fields ??= new Map()
    const known = this.#fields.get(name)
    if (known !== undefined) return known
    const found = cached(this.#node.childForFieldName(name))
    this.#fields.set(name, found)
    return found
  }

  childrenForFieldName(name: string): ReadonlyArray<SyntaxNode | null> {
    return this.#node.childrenForFieldName(name).map(cached)
  }

  descendantsOfType(type: string): ReadonlyArray<SyntaxNode | null> {
    return this.#node.descendantsOfType(type).map(cached)
  }
}

function cached(node: Node | null): SyntaxNode | null {
  return node === null ? null : new CachedNode(node)
}
