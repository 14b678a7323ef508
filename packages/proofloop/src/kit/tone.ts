/** The colour of a word, which says by itself what it means; "" for none. */
export type Tone = "good" | "bad" | "warn" | ""

/** An address on the web, with its text. Addresses that are not http or https are shown as text. */
export interface Link {
  readonly text: string
  readonly href: string
}
