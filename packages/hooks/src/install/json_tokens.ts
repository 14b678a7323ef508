import { jsonc } from "./jsonc.ts"

/** The numbers that jsonc-parser has for the tokens that matter here. */
const KINDS: Readonly<Record<number, JsonToken["kind"]>> = {
  5: "comma",
  12: "comment",
  13: "comment",
  14: "line_break",
}

export interface JsonToken {
  readonly kind: "comma" | "comment" | "line_break" | "other"
  readonly offset: number
  readonly end: number
}

const END_OF_FILE = 17

/** The tokens between two offsets of a text, white space and comments among them. */
export function tokensBetween(text: string, from: number, to: number): readonly JsonToken[] {
  const scanner = jsonc().createScanner(text.slice(from, to), false)
  const tokens: JsonToken[] = []
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    const offset = from + scanner.getTokenOffset()
    tokens.push({ kind: KINDS[token] ?? "other", offset, end: offset + scanner.getTokenLength() })
  }
  return tokens
}
