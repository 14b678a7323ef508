export type ShownOutput = "end" | "start" | "part"

/** What is left of an output behind one more program. */
export function shownBy(
  [program = "", ...words]: readonly string[],
  before: ShownOutput | undefined,
): ShownOutput | undefined {
  if (program === "cat" || program === "tee") return before
  const is_tail = program === "tail" || (/^select-object$/i.test(program) && /^-last$/i.test(words[0] ?? ""))
  const shows_end = is_tail || selectsFailures(program, words)
  const end = shows_end ? "end" : program === "head" ? "start" : "part"
  return before === undefined || before === end ? end : "part"
}

/** A search that shows each line with a word of failure: `grep -E 'passing|failing'`. */
function selectsFailures(program: string, words: readonly string[]): boolean {
  const patterns = words.filter((word) => !word.startsWith("-"))
  return (
    /^(?:[ef]?grep|rg)$/.test(program) &&
    !words.some((word) => /^(?:-[a-z]{0,8}[vcqLlwx]|--(?:invert|count|quiet|files|word|line))/.test(word)) &&
    patterns.some((pattern) =>
      pattern.split(/\\?\|/).some((part) => /^[( ]?fail(?:ed|ing|ures?)?[) ]?$/.test(part)),
    )
  )
}
