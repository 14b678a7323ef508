import { clockSpan, type Span } from "./clock_noise.ts"
import { numberSpan } from "./number_noise.ts"
import { relativisePaths, withoutRoot } from "./paths.ts"
import { removeWordNoise } from "./word_noise.ts"
import { HAS, isSpace, WordCursor } from "./words.ts"

const VALGRIND = /^==\d{1,8}== ?/
const MEANING = /[A-Za-z\d_<>|=\u0080-\uffff]/
const LOOSE_SPACES = /\s{2,}|[^\S ]/g
/** Memory addresses, and identity hashes printed like them: noise even inside operands. */
const ADDRESS =
  /\b0x(?:[0-9a-f]{1,16}(?=\.\.\.)|(?:0000)?(?:7f|55|56|60|c0)[0-9a-f]{8,10}|(?<=(?:\bat|@|ptr|address|pointer)[ :=]{0,2}0x)[0-9a-f]{5,16})\b/g
const IDENTITY_HASH = /(?<=[\w$;])@[0-9a-f]{5,8}\b(?![.-]\w)/g
/** Classes that the JVM and Mockito make while they run. */
const MADE_CLASS = /(\$MockitoMock)\$\d{1,20}|(\$\$Lambda)(?:\$\d{1,9})?(?:\/(?:0x[0-9a-f]{1,16}|\d{1,20}))?/g
const SIGNS = /[‘’“”→]/
/** A rule between spaces, as wide as its neighbours leave room for. */
const RULER = /(?<!\S)([=\-~_*#+.─━═⎯—])\1{3,4000}(?!\S)/g
const MAY_BE_RULER = /[=\-~_*#+.─━═⎯—]{4}/
/** Anything longer has meaning left. */
const MAX_DEBRIS = 8

/**
 * Removes what changes from run to run without meaning from text outside operands. Looks only at words that hold a
 * digit or can start an absolute path. White space folds to single spaces.
 */
export function removeNoise(text: string, workspace_root: string | undefined): string {
  const near = withoutRoot(SIGNS.test(text) ? plainSigns(text) : text, workspace_root)
  const ruled = removeAddresses(near.startsWith("==") ? near.replace(VALGRIND, "") : near)
  const plain = MAY_BE_RULER.test(ruled) ? withoutRulers(ruled) : ruled
  const cursor = new WordCursor(plain)
  let quiet = ""
  let copied = 0
  while (cursor.advance()) {
    if ((cursor.holds & (HAS.digit | HAS.root)) === 0) continue
    const { start, end } = cursor
    const noise = findNoise(cursor)
    const word = plain.slice(start, end)
    const rest = noise === null ? quietWord(word, cursor.holds, workspace_root) : ""
    if (rest === word) continue
    const between = plain.slice(copied, Math.max(copied, noise?.from ?? start))
    // "2 failed, 3 warnings" reads like "2 failed" afterwards.
    const takes_comma = noise?.takes_comma === true && between !== ""
    quiet += takes_comma ? withoutComma(between) : between + rest
    copied = cursor.end = noise?.to ?? end
    if (quiet === "" && plain[copied] === ",") copied = cursor.end = copied + 1
    // Elsewhere one of the spaces on either side is enough.
    if (rest === "" && !takes_comma && isSpace(plain.charCodeAt(copied))) copied += 1
  }
  const rest = quiet + plain.slice(copied)
  return (cursor.is_loose ? rest.replace(LOOSE_SPACES, " ") : rest).trim()
}

/** The signs that a plain terminal would show, because which signs a tool prints depends on the locale. */
function plainSigns(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replaceAll("→", "->")
}

/** A rule alone is all there is. */
function withoutRulers(text: string): string {
  const rest = text.replace(RULER, "")
  return rest.trim() === "" ? text : rest
}

function withoutComma(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.endsWith(",") ? trimmed.slice(0, -1) : trimmed
}

/** The words around the cursor that are noise as a whole. */
function findNoise({ text, start, end, holds }: WordCursor): (Span & { takes_comma?: boolean }) | null {
  if ((holds & HAS.digit) === 0) return null
  const clock = (holds & HAS.place) === 0 ? null : clockSpan(text, start, end)
  return clock ?? ((holds & HAS.letter) === 0 ? numberSpan(text, start, end) : null)
}

function quietWord(word: string, holds: number, workspace_root: string | undefined): string {
  const numbered = (holds & HAS.digit) === 0 ? word : removeWordNoise(word, holds)
  const rest = (holds & HAS.root) === 0 ? numbered : relativisePaths(numbered, workspace_root)
  return rest.length > MAX_DEBRIS || rest === word || MEANING.test(rest) ? rest : ""
}

/** Removes memory addresses: the only values that are noise wherever they stand. */
export function removeAddresses(text: string): string {
  const plain = text.includes("$") ? text.replace(MADE_CLASS, "$1$2") : text
  const rest = plain.includes("0x") ? plain.replace(ADDRESS, "0x") : plain
  return rest.includes("@") ? rest.replace(IDENTITY_HASH, "0x") : rest
}
