import { MARK } from "./mark.ts"
import { isPlainValue, looksRandom } from "./plain_value.ts"
import { isSecretName } from "./secret_name.ts"

/** Hides values under the name of a secret: in an environment, JSON, YAML, XML, a query, an option of a command. */
export function redactNamedSecrets(text: string): string {
  if (!MAY_NAME.test(text) || !GIVEN.test(text)) return text
  return redactAssigned(text)
    .replace(OPTION, (all, name: string, space: string, value: string) =>
      isSecretName(name, { value, close: false }) && !isPlainValue(value) && looksGiven(value)
        ? name + space + MARK
        : all,
    )
    .replace(ELEMENT, (all, open: string, name: string, value: string) =>
      isSecretName(name, { value, close: true }) && !isPlainValue(value) ? open + MARK : all,
    )
}

function redactAssigned(text: string): string {
  let shown = ""
  let told = 0
  for (const { start, end } of assignedSecrets(text)) {
    shown += text.slice(told, start) + MARK
    told = end
  }
  return shown + text.slice(told)
}

export interface AssignedSecret {
  readonly name: string
  readonly start: number
  readonly end: number
}

export function assignedSecrets(text: string): readonly AssignedSecret[] {
  const secrets: AssignedSecret[] = []
  ASSIGNED.lastIndex = 0
  for (let found = ASSIGNED.exec(text); found !== null; found = ASSIGNED.exec(text)) {
    const { index } = found
    const [all, name = "", sign = "", value = ""] = found
    const before = text.slice(Math.max(0, index - 16), index)
    const start = index + name.length + sign.length
    if (isSecret({ name, sign, value, before })) secrets.push({ name, start, end: index + all.length })
    // The supposed value may begin with another name: `auth failed: password=...`.
    else ASSIGNED.lastIndex = start
  }
  return secrets
}

const MAY_NAME = /pass|pwd|secret|token|key|auth|credential/i
const GIVEN = /[:=]|--[a-z]|<\//
const ASSIGNED =
  /(?<![\w-])(?=[\w-]{0,255}?(?:pass|pwd|secret|token|key|auth|credential))([\w-]{1,256})(\\{0,3}["'`]?\]?[ \t]{0,16}(?:=>|:=|:(?![:=])|=(?![=>~]))[ \t]{0,16})("(?:[^"\\\n]|\\.){1,1024}"|'(?:[^'\\\n]|\\.){1,1024}'|`[^`\n]{1,1024}`|\\{1,3}["'][^"'\\\n]{1,1024}|["'][^"'\n]{1,1024}$|[^\s"'`,;&)}\]]{1,1024})/gi
const OPTION =
  /(?<![\w-])(--[\w-]{1,64})([ \t]{1,4})("[^"\n]{1,1024}"|'[^'\n]{1,1024}'|[^\s"'`,;&|<>()=-][^\s"'`,;&|<>()=]{1,512})/g
const ELEMENT = /(<([\w.:-]{1,64})>)([^<>\n]{1,1024})(?=<\/)/g
/** A parser's message about a part of its text. */
const COMPLAINT =
  /(?:unexpected|expected|illegal|invalid|unknown|unrecognized|bad|missing|next|last|got) {1,2}$/i

interface Assignment {
  readonly name: string
  readonly sign: string
  readonly value: string
  readonly before: string
}

function isSecret({ name, sign, value, before }: Assignment): boolean {
  const is_bare = !/^[\\"'`]/.test(value)
  const close = is_bare && /^[:=]$/.test(sign)
  if (!isSecretName(name, { value, close }) || isPlainValue(value)) return false
  if (sign.includes("=>") && is_bare) return false
  // A status or a count.
  if (/:[ \t]/.test(sign) && /^\d{1,3}$/.test(value)) return false
  if (/^tokens?$/i.test(name) && COMPLAINT.test(before)) return value.length >= 12 && looksRandom(value)
  // A place in a file, the name of a task, a version of an image.
  if (sign === ":" && is_bare && /token|key/i.test(name)) return looksRandom(value)
  return !(sign === ":" && is_bare && /^\d{1,7}(?::\d{1,7})?:?$/.test(value) && /[\\/]$/.test(before))
}

/** A value follows a space, or the next word of a sentence does. */
function looksGiven(value: string): boolean {
  return /^["']/.test(value) || (value.length >= 6 && /[\d!@#$%^*+~]/.test(value) && !/^\d{1,5}$/.test(value))
}
