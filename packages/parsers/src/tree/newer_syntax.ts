/**
 * A TypeScript text of the same length without the words that the grammar does not know: `type` of `export type * from`,
 * and what stands before a type parameter (`const`, `in`, `out`). null: the text has none of these words.
 */
export function withoutNewerSyntax(text: string): string | null {
  const plain = text.replace(STAR_OF_TYPES, blank).replace(TYPE_PARAMETER, blank)
  return plain === text ? null : plain
}

const STAR_OF_TYPES = /(\bexport\s{1,16})(type)(?=\s{0,16}\*)/g
const TYPE_PARAMETER = /([<,]\s{0,64})(const|in out|in|out)(?=\s{1,16}[A-Z_])/g

function blank(_all: string, before: string, word: string): string {
  return before + " ".repeat(word.length)
}
