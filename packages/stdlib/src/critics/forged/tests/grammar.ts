import type { SyntaxNode } from "@proofloop/parsers"
import type { Assertion, Skip } from "./test_case.ts"

export interface Unit {
  readonly kind: "test" | "suite"
  readonly name: string
  readonly body: SyntaxNode | null
  readonly skip: Skip | null
  readonly only?: boolean
  /** What stands beside the body: decorators, options. */
  readonly beside?: readonly SyntaxNode[]
  /** An attribute or annotation that says how the test has to fail. */
  readonly expects?: SyntaxNode | undefined
}

/** An assertion as its grammar reads it; the caller adds its line. */
export type ReadAssertion = Omit<Assertion, "line" | "text" | "condition">

export type Note =
  | { readonly kind: "mock" | "shadow"; readonly text: string }
  | { readonly kind: "timeout"; readonly key: string; readonly ms: number }
  /** The test or suite around it does not run. */
  | { readonly kind: "skip"; readonly skip: Skip }

/** How a language writes tests. Nothing throws, and no text of a large node is read. */
export interface TestGrammar {
  /** `attributes` are those of Rust that stand before the node. */
  readonly unit: (node: SyntaxNode, source: Source, attributes: readonly SyntaxNode[]) => Unit | null
  readonly assertion: (node: SyntaxNode, source: Source) => ReadAssertion | null
  readonly note: (node: SyntaxNode, source: Source) => Note | null
  /** Nodes whose named children run one after the other. */
  readonly blocks: ReadonlySet<string>
  /** Nodes after which the rest of a block never runs. */
  readonly exits: (node: SyntaxNode, source: Source) => boolean
  /** Functions, which hold an exit of theirs. */
  readonly functions: ReadonlySet<string>
  /** Whether an error inside a `try` or its like is swallowed. */
  readonly swallows: (node: SyntaxNode, source: Source) => SyntaxNode | null
}

export interface Source {
  /** A node's text, cut off after 400 code units. */
  readonly textOf: (node: SyntaxNode | null, most?: number) => string
  /** The same without meaningless white space. */
  readonly bare: (node: SyntaxNode | null) => string
}

const MOST = 400

/** White space becomes one blank between words, and nothing elsewhere. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s{1,400}/g, " ").replaceAll(/ ?([^\w ]) ?/g, "$1")
}

export function sourceOf(text: string): Source {
  const textOf = (node: SyntaxNode | null, most = MOST): string =>
    node === null ? "" : text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + most))
  return { textOf, bare: (node) => withoutSpaces(textOf(node)) }
}
