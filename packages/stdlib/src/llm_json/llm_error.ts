/** `truncated`: the provider cut the reply at its token limit. `fenced`: refused by the strict setting. */
export type LlmErrorKind = "no_json" | "truncated" | "empty" | "fenced"

/** A model answered, but not in the requested form. */
export class LlmError extends Error {
  readonly code = "llm_error"
  /** What is wrong with the reply, for code that decides by it. */
  readonly kind: LlmErrorKind
  /** The last reply, cut to 300 characters. */
  readonly reply: string

  constructor(message: string, details: { readonly kind: LlmErrorKind; readonly reply: string }) {
    super(message)
    this.name = "LlmError"
    this.kind = details.kind
    this.reply = details.reply
  }
}
