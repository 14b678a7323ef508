import type { Capture, SyntaxNode } from "@proofloop/parsers"
import type { Language } from "./language.ts"

/** A text with its syntax tree, which is sound. */
export interface SourceTree {
  readonly language: Language
  readonly text: string
  readonly root: SyntaxNode
  /** What a tree-sitter query finds in all of it. */
  readonly captures: (query: string) => readonly Capture[]
}

export interface TouchedText {
  readonly path: string
  readonly language: Language
  readonly text: string
  readonly side: "before" | "after"
  /** The other side; null: the file is new, or gone. */
  readonly other: string | null
}

/** What is learnt of a text from its syntax tree: data, which depends on nothing else. */
export interface TreeReader<T> {
  readonly name: string
  readonly read: (tree: SourceTree) => T
  /** Whether a critic will probably ask for it. Default: never. */
  readonly expects?: (touched: TouchedText) => boolean
}
