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

export interface Definition {
  readonly name: string
  /** With the enclosing names: "Type.method", "tests.reads_empty". */
  readonly qualified_name: string
  readonly kind: DefinitionKind
  /** As the language's conventions have it: no leading underscore, a capital in Go, `pub` in Rust, `public` in Java. */
  readonly public: boolean
  /** Of the name, from 1. */
  readonly line: number
  /** Column of the name, from 1. */
  readonly column: number
  /** Of the name, from 0, in UTF-16 code units. */
  readonly offset: number
  /** The whole definition, in UTF-16 code units; `end` is the first one after it. */
  readonly range: {
    /** The first code unit of it. */
    readonly start: number
    /** The first code unit after it. */
    readonly end: number
  }
  /** A decorator or attribute may hand it to a framework that calls it. */
  readonly registered: boolean
  /** It may be called through a base class, an interface or a trait. */
  readonly inherited: boolean
}
