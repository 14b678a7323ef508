import { HAS } from "./words.ts"

interface WordRule {
  readonly pattern: RegExp
  readonly keep?: string
  /** Length of the shortest word it can match. */
  readonly min: number
  /** Kinds of characters that a word must hold before the pattern is tried. */
  readonly needs: number
}

const EXTENSIONS =
  "[jt]sx?|[cm][jt]s|py[xi]?|rb|rs|go|java|kts?|scala|clj|cc?|h|cpp|cxx|hpp|hh|mm?|cs|fs|vb|php|swift|dart|exs?|erl|hs|mli?|lua|p[lm]|r|jl|sh|bash|zsh|ps1|sql|html?|s?css|less|vue|svelte|json|ya?ml|toml|xml|gradle|md|txt|proto|graphql|tf|nix|zig|nim|sol|wat|s|asm|f90|cmake|mk|ini|cfg|conf|lock|ipynb|tpl|erb|jsp"

/** A path has a separator, the extension of a source file, or a well-known name. */
const LOCATION = new RegExp(
  `((?:[\\\\/][^\\s\\\\/:()"'\`<>[\\]{}|,;=]{1,256}|\\.(?:${EXTENSIONS})|\\b(?:Make|Docker|Rake|Gem)file)):\\d{1,7}(?::\\d{1,7})?(?!\\w)`,
  "g",
)
const PLACED = HAS.place | HAS.slash
const CLOCK = /\d:\d\d:\d\d/
const VALUE = /[-:=#"']\d/

/** In the order of use. Every repetition is bounded, and few characters can start a pattern: each rule is linear. */
const RULES: readonly WordRule[] = [
  // Uuids first: some begin like a date.
  { pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, min: 36, needs: HAS.dash },
  // Dates and times of day.
  {
    pattern:
      /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?(?!\w)/g,
    min: 10,
    needs: HAS.dash,
  },
  { pattern: /\b20\d{2}-\d{2}-\d{2}T\d{2}[_-]\d{2}[_-]\d{2}(?:[_-]\d{1,9})?Z?/g, min: 19, needs: HAS.dash },
  { pattern: /\b20\d{6}[T_-]\d{4,6}Z?(?![\dA-Za-z])/g, min: 13, needs: HAS.long_hex },
  { pattern: /(?<![\w.])1[4-9]\d{8}\.\d{1,9}(?!\w)/g, min: 12, needs: HAS.long_hex },
  {
    pattern: /\b\d{4}\/\d{2}\/\d{2}(?!\w)|\b\d{1,2}\/\d{1,2}\/\d{4}(?!\w)/g,
    min: 8,
    needs: HAS.slash | HAS.slash_digit,
  },
  {
    pattern: /(?<![\w.:])\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?(?![\w:])/g,
    min: 7,
    needs: HAS.place,
  },
  // Identities of objects, processes and machines.
  { pattern: /(?<=[\w$;\])>])@[0-9a-f]{5,16}(?![\w.-])/g, keep: "@", min: 7, needs: HAS.at },
  { pattern: /\b0x[0-9a-f]{9,16}\b/gi, keep: "0x", min: 11, needs: HAS.x | HAS.digit },
  { pattern: /(?<![\w.])\d{12,20}(?![\w.]\d|\w)/g, min: 12, needs: HAS.long_hex },
  {
    pattern: /\b(?=[0-9a-f]{0,127}\d)(?=[0-9a-f]{0,127}[a-f])[0-9a-f]{12,128}\b/gi,
    min: 12,
    needs: HAS.long_hex,
  },
  { pattern: /\(node:\d{1,8}\)/, min: 7, needs: HAS.paren },
  { pattern: /\[gw\d{1,3}\]|\[\d{1,7}\/\d{1,7}\]|\[\d{1,3}%\]/g, min: 4, needs: HAS.bracket },
  { pattern: /^([\w.-]{1,64})\[\d{3,8}\](?=:)/, keep: "$1", min: 7, needs: HAS.bracket },
  {
    pattern: /(\blocalhost|\b(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:]{2,45}\]|::1?):\d{2,5}\b/gi,
    keep: "$1",
    min: 4,
    needs: HAS.place,
  },
  {
    pattern:
      /((?:\b|_)(?:p?pid|pgid|tid|thread|(?:(?:fork|spawn)(?:pool)?)?worker|port|warnings?)|seed|\bid(?=["']?[:=#]\d{9}))["']?[-:=#]-?\d{1,20}\b/gi,
    keep: "$1",
    min: 5,
    needs: HAS.assigned,
  },
  { pattern: /\b(ThreadPoolExecutor)-\d{1,4}_\d{1,4}\b/g, keep: "$1", min: 22, needs: HAS.assigned },
  { pattern: /^((?:[^\s:]{0,64}\/)?(?:ba|da|z|k|a)?sh):\d{1,7}(?=:)/, keep: "$1", min: 5, needs: HAS.place },
  // How far into a function of Go.
  { pattern: /^\+0x[0-9a-f]{1,8}$/, min: 4, needs: HAS.x | HAS.digit },
  {
    pattern:
      /\b(msg|req|call|toolu|chatcmpl|resp|run|evt|sess|session|trace|span|conn|job|txn)[_-](?=[A-Za-z]{0,63}\d)(?=[a-z\d]{0,63}[A-Z])(?=[A-Z\d]{0,63}[a-z])[A-Za-z\d]{14,64}\b/g,
    keep: "$1",
    min: 17,
    needs: HAS.digit,
  },
  // How long it took.
  {
    pattern:
      /\b(duration|elapsed|took|time|uptime|latency)((?:_in)?_?(?:ms|s|us|ns|seconds?)?)["']?[:=]["']?\d{1,12}(?:\.\d{1,20})?(?:ms|µs|μs|us|ns|s|m|h)?(?![\w.:])/gi,
    keep: "$1$2",
    min: 6,
    needs: HAS.assigned,
  },
  {
    pattern:
      /(?<![\w."'`])\d{1,9}(?:[.,]\d{1,20})?(?:ms|µs|μs|us|ns|s|secs?|mins?|hrs?|[mh](?:\d{1,4}(?:\.\d{1,20})?[ms])?)(?!\w)/g,
    min: 2,
    needs: HAS.unit,
  },
  // Where in a file.
  { pattern: /:\[\d{1,7},\d{1,7}\]/, min: 6, needs: HAS.bracket },
  {
    pattern: new RegExp(`(\\.(?:${EXTENSIONS}))\\(\\d{1,7}(?:,\\d{1,7})?\\)|\\(\\d{1,7}:\\d{1,7}\\)`, "g"),
    keep: "$1",
    min: 5,
    needs: HAS.paren,
  },
  { pattern: />:\d{1,7}(?::\d{1,7})?/g, keep: ">", min: 3, needs: HAS.angle | HAS.place },
  { pattern: LOCATION, keep: "$1", min: 4, needs: HAS.place },
]
const EMPTY_BRACKETS = /\(\)|\[\]/g

/** Removes what changes from run to run within one word; `holds` tells which kinds of characters the word has. */
export function removeWordNoise(word: string, holds: number): string {
  let rest = word
  let held = holds
  if ((held & PLACED) === PLACED && !CLOCK.test(word)) {
    // Most words with a colon are places in files: without the numbers few rules are left to try.
    rest = word.replace(LOCATION, "$1")
    if (!VALUE.test(rest)) held &= ~(HAS.place | HAS.assigned)
  }
  for (const { pattern, keep, min, needs } of RULES) {
    if ((needs & held) === needs && rest.length >= min) rest = rest.replace(pattern, keep ?? "")
  }
  return rest.length < word.length ? rest.replace(EMPTY_BRACKETS, "") : rest
}
