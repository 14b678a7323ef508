/** A kind of noise: dropped from a line only when the cheap `when` says that it could be there. */
interface NoiseRule {
  readonly when: RegExp
  readonly pattern: RegExp
  readonly keep: string | ((match: string, ...groups: string[]) => string)
}

const EXTENSIONS =
  "[jt]sx?|[cm][jt]s|py[xi]?|rb|rs|go|java|kts?|scala|clj|cc?|h|cpp|cxx|hpp|hh|mm?|cs|fs|vb|php|swift|dart|exs?|erl|hs|mli?|lua|p[lm]|r|jl|sh|bash|zsh|ps1|sql|html?|s?css|less|vue|svelte|json|ya?ml|toml|xml|gradle|md|txt|proto|graphql|tf|nix|zig|nim|sol|wat|s|asm|f90|cmake|mk|ini|cfg|conf|lock|ipynb|tpl|erb|jsp"
const UNITS =
  "(?:\\s{0,2}(?:milliseconds?|microseconds?|nanoseconds?|seconds?|secs?|minutes?|mins?|hours?|hrs?|msecs?|usecs?)|\\s?(?:ms|µs|μs|us|ns|s)|[mh](?:\\s?\\d{1,4}(?:\\.\\d{1,9})?[ms])?)"
const PATH_LIKE = new RegExp(`[\\\\/]|\\.(?:${EXTENSIONS})$|^(?:Make|Docker|Rake|Gem)file$`)

function rule(when: RegExp, pattern: RegExp, keep: NoiseRule["keep"] = ""): NoiseRule {
  return { when, pattern, keep }
}

/**
 * What changes from run to run without meaning, in the order it is removed. Applied to text outside the operands of
 * assertions only. Every repetition is bounded and no two alternatives start alike, so each rule is linear.
 */
const RULES: readonly NoiseRule[] = [
  rule(/-[0-9a-f]{4}-/i, /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi),
  // Dates and times of day.
  rule(
    /\d-\d\d-\d|\d\/\d\d\/\d/,
    /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?(?!\w)/g,
  ),
  rule(
    /\d [A-Z][a-z]{2} |[A-Z][a-z]{2} +\d|\/[A-Z][a-z]{2}\//,
    /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?\s{1,2})?(?:\d{1,2}[ /-])?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}(?:[ /-]{1,2}\d{1,2})?,?(?:[ /-]\d{4})?[: ]{1,2}\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:[A-Z]{3,4}|[+-]\d{4}))?(?: \d{4})?(?!\w)/g,
  ),
  rule(/\d:\d\d/, /(?<![\w.:])\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?:\s?[AP]M)?(?![\w:])/gi),
  // Identities of objects, processes and machines.
  rule(/0x/i, /\b0x(?:[0-9a-f]{9,16}|(?<=(?:\bat|@|ptr|address|pointer)[ :=]{0,2}0x)[0-9a-f]{5,8})\b/gi),
  rule(/@[0-9a-f]/, /(?<=[\w$;\])>])@[0-9a-f]{5,16}(?![\w.-])/g, "@"),
  rule(/\d{12}/, /(?<![\w.])\d{12,20}(?![\w.]\d|\w)/g),
  rule(/[0-9a-f]{12}/i, /\b(?=[0-9a-f]{0,127}\d)(?=[0-9a-f]{0,127}[a-f])[0-9a-f]{12,128}\b/gi),
  rule(/\d/, /\b(pid|pgid|ppid|tid|process|thread|worker|\w{0,32}seed)["']?[-:=# ]{1,16}\d{1,12}\b/gi, "$1"),
  rule(
    /[=([]/,
    /^==\d{1,8}==|\(node:\d{1,8}\)|\[gw\d{1,3}\]|^\s*(?<name>[\w.-]{1,64})\[\d{3,8}\](?=:)/g,
    "$<name>",
  ),
  rule(/:\d/, /(\blocalhost|\b(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:]{2,45}\]|::):\d{2,5}\b/gi, "$1"),
  rule(/port/i, /\b(port)[ =:]{1,2}\d{2,5}\b/gi, "$1"),
  // How long it took, how far it got, how much it warned.
  rule(
    /time|took|elapsed|duration|latency/i,
    /\b(duration|elapsed|took|time|uptime|latency)((?:_in)?_?(?:ms|s|us|ns|seconds?)?)["']?\s{0,2}[:=]\s{0,2}["']?\d{1,12}(?:\.\d{1,9})?(?![\w.:])/gi,
    "$1$2",
  ),
  rule(/\d/, new RegExp(`(?<![\\w.])\\d{1,9}(?:[.,]\\d{1,9})?${UNITS}(?!\\w)`, "g")),
  rule(
    /warning/i,
    /,?\s{0,2}\b(?:\d{1,7}|no) warnings?\b(?: generated\.?)?|(?<=\bwarnings?)\s?[:=]\s?\d{1,7}/gi,
  ),
  rule(/[%/]/, /\[\s{0,3}\d{1,3}(?:\.\d{1,3})?%\]|\[\s{0,6}\d{1,7}\/\d{1,7}\]/g),
  // Where in a file.
  rule(/sh: /, /^(\s*(?:\S{1,128}\/)?(?:ba|da|z|k|a)?sh): (?:line )?\d{1,9}:/, "$1:"),
  rule(
    /\b(?:line|col|ln)/i,
    /,?\s{0,2}\b(?:on |at )?(?:lines?|ln|col(?:umns?|s)?)\b[ :#=]{1,2}\d{1,9}(?:\s?(?:-|–|to|:|,)\s?\d{1,9})?:?/gi,
  ),
  rule(/:\[\d/, /:\[\d{1,7},\d{1,7}\]/g),
  rule(/\(\d/, new RegExp(`(\\.(?:${EXTENSIONS}))\\(\\d{1,7}(?:,\\d{1,7})?\\)`, "g"), "$1"),
  rule(/>:\d/, />:\d{1,7}(?::\d{1,7})?/g, ">"),
  rule(
    /:\d/,
    /(?<![^\s:()"'`<>[\]{}|,;=])([^\s:()"'`<>[\]{}|,;=]{1,256}):\d{1,7}(?::\d{1,7})?(?!\w)/g,
    (match, path) => (PATH_LIKE.test(path ?? "") ? (path ?? "") : match),
  ),
  rule(/^\s*>?\s*\d{1,7}\s?[|│]/, /^\s*>?\s*\d{1,7}\s?[|│]/, "|"),
  rule(/^\s+\d{1,6}:\d/, /^\s+\d{1,6}:\d{1,6}(?=\s)/),
  rule(/\(\d{1,7}:/, /\(\d{1,7}:\d{1,7}\)/g),
]
const MAY_HOLD_NOISE = /\d|[\\/]|no warning/i
const EMPTY_BRACKETS = /\(\s{0,4}\)|\[\s{0,4}\]/g

/** Memory addresses, and identity hashes printed like them: noise even inside operands. */
const ADDRESSES =
  /\b0x(?:[0-9a-f]{1,16}(?=\.\.\.)|(?:0000)?(?:7f|55|56|c0)[0-9a-f]{8,10}|(?<=(?:\bat|@|ptr|address|pointer)[ :=]{0,2}0x)[0-9a-f]{5,16})\b|(?<=[A-Za-z$;])@[0-9a-f]{5,8}\b(?![.-]\w)/g

/** Removes noise from text outside operands; `line_start` tells whether rules for the start of a line apply. */
export function removeNoise(text: string): string {
  if (!MAY_HOLD_NOISE.test(text)) return text
  let rest = text
  for (const { when, pattern, keep } of RULES)
    if (when.test(rest))
      rest = typeof keep === "string" ? rest.replace(pattern, keep) : rest.replace(pattern, keep)
  return rest === text ? text : rest.replace(EMPTY_BRACKETS, "")
}

/** Removes memory addresses: the only values that are noise wherever they stand. */
export function removeAddresses(text: string): string {
  return /0x|@/.test(text) ? text.replace(ADDRESSES, "0x") : text
}
