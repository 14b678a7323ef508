/** One kind of noise within a word (a run without spaces) that holds a digit. */
interface TokenRule {
  readonly pattern: RegExp
  readonly keep?: string
  /** Length of the shortest word it can match. */
  readonly min: number
  /** A character without which it cannot match. */
  readonly needs?: string
  /** A cheaper look than the pattern itself, where that pays. */
  readonly when?: RegExp
}

const EXTENSIONS =
  "[jt]sx?|[cm][jt]s|py[xi]?|rb|rs|go|java|kts?|scala|clj|cc?|h|cpp|cxx|hpp|hh|mm?|cs|fs|vb|php|swift|dart|exs?|erl|hs|mli?|lua|p[lm]|r|jl|sh|bash|zsh|ps1|sql|html?|s?css|less|vue|svelte|json|ya?ml|toml|xml|gradle|md|txt|proto|graphql|tf|nix|zig|nim|sol|wat|s|asm|f90|cmake|mk|ini|cfg|conf|lock|ipynb|tpl|erb|jsp"

/**
 * In the order they are applied. Every repetition is bounded and every pattern starts where few characters can stand,
 * so each rule is linear.
 */
const RULES: readonly TokenRule[] = [
  // Dates, times of day, uuids.
  {
    pattern:
      /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?(?!\w)/g,
    min: 10,
    needs: "-",
  },
  {
    pattern: /\b\d{4}\/\d{2}\/\d{2}(?!\w)|\b\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2}(?!\w)/g,
    min: 10,
    needs: "/",
    when: /\d\/(?:\d\d\/|[A-Z])/,
  },
  {
    pattern: /(?<![\w.:])\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?(?![\w:])/g,
    min: 7,
    needs: ":",
    when: /:\d\d:\d\d/,
  },
  { pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, min: 36, needs: "-" },
  // Identities of objects, processes and machines.
  { pattern: /(?<=[\w$;\])>])@[0-9a-f]{5,16}(?![\w.-])/g, keep: "@", min: 7, needs: "@" },
  { pattern: /\b0x[0-9a-f]{9,16}\b/gi, keep: "0x", min: 11, needs: "0" },
  { pattern: /(?<![\w.])\d{12,20}(?![\w.]\d|\w)/g, min: 12, when: /\d{12}/ },
  {
    pattern: /\b(?=[0-9a-f]{0,127}\d)(?=[0-9a-f]{0,127}[a-f])[0-9a-f]{12,128}\b/gi,
    min: 12,
    when: /[0-9a-f]{12}/i,
  },
  { pattern: /^==\d{1,8}==/, min: 5, needs: "=" },
  { pattern: /\(node:\d{1,8}\)/, min: 7, needs: "(" },
  { pattern: /\[gw\d{1,3}\]|\[\d{1,7}\/\d{1,7}\]/g, min: 5, needs: "[" },
  {
    pattern: /(\blocalhost|\b(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:]{2,45}\]|::):\d{2,5}\b/gi,
    keep: "$1",
    min: 4,
    needs: ":",
    when: /[tT\d\]:]:\d/,
  },
  // How long it took.
  {
    pattern:
      /(?<![\w.])\d{1,9}(?:[.,]\d{1,9})?(?:ms|µs|μs|us|ns|s|secs?|mins?|hrs?|[mh](?:\d{1,4}(?:\.\d{1,9})?[ms])?)(?!\w)/g,
    min: 2,
    when: /\d[mµμunsh]/,
  },
  // Where in a file.
  { pattern: /:\[\d{1,7},\d{1,7}\]/, min: 6, needs: "[" },
  {
    pattern: new RegExp(`(\\.(?:${EXTENSIONS}))\\(\\d{1,7}(?:,\\d{1,7})?\\)|\\(\\d{1,7}:\\d{1,7}\\)`, "g"),
    keep: "$1",
    min: 5,
    needs: "(",
  },
  { pattern: />:\d{1,7}(?::\d{1,7})?/g, keep: ">", min: 3, needs: ">" },
  {
    // A path has a separator, the extension of a source file, or a well-known name.
    pattern: new RegExp(
      `((?:[\\\\/][^\\s\\\\/:()"'\`<>[\\]{}|,;=]{1,256}|\\.(?:${EXTENSIONS})|\\b(?:Make|Docker|Rake|Gem)file)):\\d{1,7}(?::\\d{1,7})?(?!\\w)`,
      "g",
    ),
    keep: "$1",
    min: 4,
    needs: ":",
    when: /[^\d:]:\d|[\\/.][^:]{0,256}:\d/,
  },
]

const PLAIN_NUMBER = /^\d{1,11}[,.;:)]?$/

/** Removes what changes from run to run within one word that holds a digit. */
export function removeTokenNoise(token: string): string {
  if (PLAIN_NUMBER.test(token)) return token
  let rest = token
  for (const { pattern, keep, min, needs, when } of RULES) {
    if (rest.length < min || (needs !== undefined && !rest.includes(needs))) continue
    if (when === undefined || when.test(rest)) rest = rest.replace(pattern, keep ?? "")
  }
  return rest
}
