import type { SyntaxNode } from "@proofloop/parsers"
import type { DefinitionKind } from "../definition.ts"

/** What a language calls its parts: all that readers of definitions, bodies, references and tests know of it. */
export interface LanguageTable {
  /** Nodes of types, which have members. */
  readonly types: Readonly<Record<string, DefinitionKind>>
  /** Nodes of functions and methods. */
  readonly functions: ReadonlySet<string>
  /** Nodes of other definitions, which have nothing inside. */
  readonly values: Readonly<Record<string, DefinitionKind>>
  /** Nodes around definitions that give them no name, such as namespaces. */
  readonly scopes: ReadonlySet<string>
  /** Nodes of bodies that are no field of their grammar. */
  readonly bodies: ReadonlySet<string>
  /** Whether a function without a body is an empty one. Elsewhere it is abstract. */
  readonly bodiless_is_empty: boolean
  /** The names that a node defines; empty: none. */
  readonly names: (node: SyntaxNode) => readonly DefinedName[]
  /** Whether other files may use it, as far as it says itself. */
  readonly isPublic: (node: SyntaxNode, owner: DefinitionKind | null) => boolean
  /** A node among members after which they are private, or public again. null: another one. */
  readonly visibility?: (node: SyntaxNode) => "public" | "private" | null
  /** Types whose members are private until a node says otherwise. */
  readonly closed_types?: ReadonlySet<string>
  /** Types that it builds on. */
  readonly bases: ReadonlySet<string>
  /** The tree-sitter query of calls, uses and texts; the captures are those of `references.ts`. */
  readonly references: string
  readonly tests: TestTable
}

export interface DefinedName {
  readonly name: SyntaxNode
  /** Default: the text of `name`. */
  readonly called?: string
  /** The type it belongs to, where its name says so: "Cart" of `Cart::total`. */
  readonly owner?: string
}

/** How the language writes tests, beside what all of them have in common. */
export interface TestTable {
  /** Nodes of calls, with their function, their arguments and a block. */
  readonly calls: Readonly<Record<string, CallFields>>
  /** Nodes of attributes or annotations. */
  readonly attributes: ReadonlySet<string>
  /** Nodes of functions without a name. */
  readonly lambdas: ReadonlySet<string>
  readonly blocks: ReadonlySet<string>
  readonly exits: ReadonlySet<string>
  /** Whether a plain name may be a call: `skip` in Ruby. */
  readonly bare_calls: boolean
}

export interface CallFields {
  /** The field of the name, or of what is called. */
  readonly callee: string
  /** The field of what it is a member of, if the callee is a plain name. */
  readonly object?: string
}
