export interface Call {
  /** Of the function, or of the type that is constructed. */
  readonly name: string
  /** What it is called on, or the path in front: "self", "shop.cart"; null: nothing. */
  readonly object: string | null
  readonly constructs: boolean
  /** The innermost type or function around it, by its qualified name; "": none. */
  readonly inside: string
  readonly positional: number
  readonly keywords: readonly string[]
  /** As written. */
  readonly text: string
  /** From 1. */
  readonly line: number
}
