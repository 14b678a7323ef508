/** A node of a tree-sitter tree. Children that a grammar leaves out are null. */
export interface SyntaxNode {
  /** Of its own in its tree. */
  readonly id: number
  readonly type: string
  readonly text: string
  /** In UTF-16 code units, as `endIndex`. */
  readonly startIndex: number
  readonly endIndex: number
  /** Both from 0. */
  readonly startPosition: { readonly row: number; readonly column: number }
  readonly parent: SyntaxNode | null
  readonly children: ReadonlyArray<SyntaxNode | null>
  readonly namedChildren: ReadonlyArray<SyntaxNode | null>
  childForFieldName(name: string): SyntaxNode | null
  childrenForFieldName(name: string): ReadonlyArray<SyntaxNode | null>
  descendantsOfType(type: string): ReadonlyArray<SyntaxNode | null>
}
