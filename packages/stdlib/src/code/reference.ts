/** A mention of a name. Calls and imports count as callers; a use or a text may stand for one. */
export interface Reference {
  readonly name: string
  readonly kind: "call" | "import" | "use" | "text"
  /** Of something else: `thing.name`, `module::name`. */
  readonly member: boolean
  readonly module: string | null
  /** From 1. */
  readonly line: number
  /** From 0, in UTF-16 code units. */
  readonly offset: number
}
