/** Calls and imports are what the reference counts as callers; a use or a text may be one (critics facts 2.7). */
export interface Reference {
  readonly name: string
  readonly kind: "call" | "import" | "use" | "text"
  /** Of something else: `thing.name`, `module::name`. */
  readonly member: boolean
  /** The module an import names, as written. */
  readonly module: string | null
  /** From 1. */
  readonly line: number
  /** From 0, in UTF-16 code units. */
  readonly offset: number
}
