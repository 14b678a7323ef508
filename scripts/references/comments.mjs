/** A longer comment belongs into docs/, or the code says too little. */
export const MOST_WORDS = 70

/** A longer sentence is read twice. */
export const MOST_WORDS_IN_A_SENTENCE = 30

/** A block from its opening to its end, or adjacent lines of `//`; each begins a line. */
const COMMENT = /^[ \t]*(?:\/\*[^]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm

/** The comments of a text that are too long, with their line. `@requirement` does not count. */
export function longComments(text) {
  return commentsOf(text).flatMap(({ line, comment }) => {
    const words = countWords(comment.replaceAll(/@requirement.*$/gm, ""))
    return words > MOST_WORDS ? [{ line, words }] : []
  })
}

/** The sentences of comments that are too long, with the line of the comment. An item of a list is a sentence. */
export function longSentences(text) {
  return commentsOf(text).flatMap(({ line, comment }) =>
    sentencesOf(comment)
      .map((sentence) => ({ line, words: countWords(sentence), sentence }))
      .filter(({ words }) => words > MOST_WORDS_IN_A_SENTENCE),
  )
}

function commentsOf(text) {
  return [...text.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
    line: text.slice(0, index).split("\n").length,
    comment,
  }))
}

function sentencesOf(comment) {
  return comment
    .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/\s*$/gm, "")
    .split(/@[a-z]+\b|^[ \t]*[-|] |\n[ \t]*\n/m)
    .flatMap((part) => part.replaceAll(/\s+/g, " ").split(/(?<=[.!?]["')`]{0,2}) /))
}

function countWords(text) {
  return text.split(/\s+/).filter((word) => /[A-Za-z]/.test(word)).length
}
