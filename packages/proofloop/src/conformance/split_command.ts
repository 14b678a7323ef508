import { Misuse } from "../console/misuse.ts"

/** A command line as program and arguments: blanks separate, quotes and backslashes keep together. Throws Misuse. */
export function splitCommand(line: string): readonly [string, ...string[]] {
  const words: string[] = []
  let word: string | null = null
  let quote = ""
  let rest = line
  while (rest !== "") {
    const [character = ""] = rest
    rest = rest.slice(character.length)
    if (quote === "" && /\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character
      word ??= ""
    } else if (character === quote) quote = ""
    else if (character === "\\" && quote !== "'") {
      word = (word ?? "") + rest.slice(0, 1)
      rest = rest.slice(1)
    } else word = (word ?? "") + character
  }
  if (quote !== "") throw new Misuse(`--implementation: a ${quote} is never closed in: ${line}`)
  if (word !== null) words.push(word)
  const [program, ...program_arguments] = words
  if (program === undefined) throw new Misuse("--implementation needs a command")
  return [program, ...program_arguments]
}
