/** Whether a value under a secret's name is harmless: a type, a word of a message, code, a variable, a path. */
export function isPlainValue(value: string): boolean {
  const quoted = /^\\{0,3}["'`]/.test(value)
  const inner = value.replace(/^\\{0,3}["'`]/, "").replace(/\\{0,3}["'`]$/, "")
  const word = inner.toLowerCase().replace(/[.!?|]$/, "")
  if (inner.trim() === "" || PLACE_HOLDER.test(inner) || WORDS.has(word)) return true
  // The quote ends a string there: `"token: " + value + "."`.
  if (quoted) return /^[ \t]?[+,;)\]}]|^[ \t]/.test(inner) || FILE.test(inner)
  return MESSAGE.has(word) || CODE.test(inner) || TYPE.test(inner) || FILE.test(inner)
}

/** Whether a text looks generated: it holds no word and no name. */
export function looksRandom(value: string): boolean {
  const inner = value.replace(/^\\{0,3}["'`]/, "").replace(/\\{0,3}["'`]$/, "")
  if (inner.length < 8 || /\s/.test(inner) || FILE.test(inner)) return false
  if (/\d/.test(inner) && /[A-Za-z]/.test(inner)) return true
  return inner.length >= 16 && /[a-z]/.test(inner) && /[A-Z]/.test(inner) && !/^[A-Z]?[a-z]{3,}/.test(inner)
}

const PLACE_HOLDER =
  /^(?:\[|\{|\(|\.{3}|\*{3}|<[\w -]{0,64}>?$|x{3,64}$|\$\{|\$\(|\$[A-Za-z_]\w{0,64}$|%\w%?$|%\{|%\(|#\{|@\w{1,64}@$)/i
const FILE =
  /^(?=[^/\\]{0,256}[/\\])[\w./@\\:~+-]{1,512}\.[A-Za-z]\w{0,5}(?::\d{1,7}){0,2}:?$|^(?:~|\.{1,2})\/|^\/(?:\w|$)[\w./-]{0,512}$/
/** Calls, members and generics; a dotted name with a digit may be a secret. */
const CODE =
  /^[A-Za-z_$][\w$]{0,128}(?:\.[A-Za-z_$][\w$]{0,128}){0,8}[([<]|^(?:[A-Za-z_$]{1,64}\.){1,8}[A-Za-z_$]{1,64}$|^[!&*]?\w{1,64}::/
const TYPE =
  /^(?:[A-Z][A-Za-z]{0,64})?(?:Token|Secret|Password|Key|String|Str|Text|Type|Credentials?|Auth|Bytes|Buffer|Option|Options)(?:\[\])?\??$/

const WORDS: ReadonlySet<string> = new Set(
  // Types and literals.
  (
    "string number boolean bool any unknown never void null nil none undefined nan true false str int integer float double bytes " +
    "object symbol bigint text char varchar buffer uint8array uuid date yes no on off enabled disabled empty " +
    // Settings.
    "inherit include omit same-origin required optional default auto bearer basic bearer_token masked hidden redacted"
  ).split(" "),
)

/** Words that follow the name in a message. */
const MESSAGE: ReadonlySet<string> = new Set(
  (
    "must should is was are be has have had can cannot could may does did not at too the a an this that these it its for from of " +
    "in to with without and or but if when expected got received actual missing invalid expired incorrect wrong malformed present " +
    "absent failed failure error unauthorized denied forbidden mismatch ok passed skipped please unable field value"
  ).split(" "),
)
