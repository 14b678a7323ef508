export interface Parameter {
  readonly name: string
  readonly required: boolean
  /** How a call gives it. */
  readonly by: "position" | "keyword" | "both"
}

export interface Signature {
  /** As definitions have it; a constructor is "Type.constructor", in Python too. */
  readonly qualified_name: string
  /** "": a function of the module. */
  readonly owner: string
  /** Of the name, from 1. */
  readonly line: number
  /** Without the object it is called on. */
  readonly parameters: readonly Parameter[]
  /** It is called on a value of its type, which a call through the type gives as its first argument in Rust. */
  readonly on_value: boolean
  /** Of Java: no other class sees it. */
  readonly is_private: boolean
  /** The name it has for that value: "self", a receiver of Go. */
  readonly receiver: string
}
