/** A node of a tree-sitter tree. Children that a grammar leaves out are null. */
export interface SyntaxNode {
  /** Of its own in its tree. */
  readonly id: number
  /** The grammar's name of the node: "function_declaration". */
  readonly type: string
  readonly text: string
  /** In UTF-16 code units, as `endIndex`. */
  readonly startIndex: number
  /** The first code unit after it. */
  readonly endIndex: number
  /** Both from 0. */
  readonly startPosition: {
    /** Line of its start, from 0. */
    readonly row: number
    /** Column of its start, from 0. */
    readonly column: number
  }
  /** The node around it; null for the root. */
  readonly parent: SyntaxNode | null
  readonly children: ReadonlyArray<SyntaxNode | null>
  readonly namedChildren: ReadonlyArray<SyntaxNode | null>
  /** Its child under this field of the grammar; null for none. */
  childForFieldName(name: string): SyntaxNode | null
  childrenForFieldName(name: string): ReadonlyArray<SyntaxNode | null>
  /** Itself and the nodes below it that are of this type, at any depth. */
  descendantsOfType(type: string): ReadonlyArray<SyntaxNode | null>
}
