/** A longer comment belongs into docs/, or the code says too little. */
export const MOST_WORDS = 70

/** A block from its opening to its end, or adjacent lines of `//`; each begins a line. */
const COMMENT = /^[ \t]*(?:\/\*[^]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm

/** The comments of a text that are too long, with their line. `@requirement` does not count. */
export function longComments(text) {
  return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const words = comment
      .replaceAll(/@requirement.*$/gm, "")
      .split(/\s+/)
      .filter((word) => /[A-Za-z]/.test(word)).length
    return words > MOST_WORDS ? [{ line: text.slice(0, index).split("\n").length, words }] : []
  })
}
