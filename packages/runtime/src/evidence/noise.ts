import { clockLength } from "./clock_noise.ts"
import { numberNoise } from "./number_noise.ts"
import { relativisePaths } from "./paths.ts"
import { removeWordNoise } from "./word_noise.ts"
import { has, splitWords } from "./words.ts"

const MEANING = /[A-Za-z\d_<>|=\u0080-\uffff]/
const WARNINGS = /^\W{0,3}warnings?(,?)/i
/** Memory addresses, and identity hashes printed like them: noise even inside operands. */
const ADDRESSES =
  /\b0x(?:[0-9a-f]{1,16}(?=\.\.\.)|(?:0000)?(?:7f|55|56|60|c0)[0-9a-f]{8,10}|(?<=(?:\bat|@|ptr|address|pointer)[ :=]{0,2}0x)[0-9a-f]{5,16})\b|(?<=[A-Za-z$;])@[0-9a-f]{5,8}\b(?![.-]\w)/g

/**
 * Removes what changes from run to run without meaning from text outside operands, word by word: only words that hold a
 * digit or a path separator are looked at. White space folds to single spaces.
 */
export function removeNoise(text: string, workspace_root: string | undefined): string {
  const { texts, holds } = splitWords(removeAddresses(text))
  const kept: string[] = []
  for (let index = 0; index < texts.length; index += 1) {
    const word = texts[index] ?? ""
    const bits = holds[index] ?? 0
    if ((bits & (has.digit | has.root)) === 0) {
      kept.push(word)
      continue
    }
    const isNumbered = (bits & has.digit) !== 0
    const noise = isNumbered ? noiseLength(texts, index, bits, kept) : 0
    if (noise > 0) {
      index += noise - 1
      continue
    }
    const quiet = isNumbered ? removeWordNoise(word, bits) : word
    const rest = (bits & has.root) === 0 ? quiet : relativisePaths(quiet, workspace_root)
    if (rest === word || MEANING.test(rest)) kept.push(rest)
  }
  return kept.join(" ")
}

/** How many words from here are noise as a whole; words before that belong to it are taken off `kept`. */
function noiseLength(words: readonly string[], index: number, bits: number, kept: string[]): number {
  const clock = (bits & has.place) === 0 ? 0 : clockLength(words, index, kept)
  if (clock > 0) return clock
  const next = words[index + 1] ?? ""
  const around = numberNoise(words[index] ?? "", words[index - 1] ?? "", next)
  if (around === null) return 0
  if (around.before > 0) kept.pop()
  const warnings = around.after > 0 ? WARNINGS.exec(next) : null
  // "2 failed, 3 warnings" reads like "2 failed" afterwards, "2 failed, 3 warnings, 1 error" like "2 failed, 1 error".
  if (warnings !== null) kept.push((kept.pop() ?? "").replace(/,$/, "") + (warnings[1] ?? ""))
  return 1 + around.after
}

/** Removes memory addresses: the only values that are noise wherever they stand. */
export function removeAddresses(text: string): string {
  return text.includes("0x") || text.includes("@") ? text.replace(ADDRESSES, "0x") : text
}
