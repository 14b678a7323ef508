import { isScript, type Language } from "../../code/language.ts"

/** Whether every place of a text that gives a name a value or a type makes it one of the type, and there is one. */
export function isOfType(object: string, type: string, text: string, language: Language): boolean {
  const name = object.slice(object.lastIndexOf(".") + 1)
  if (!/^[\w$]{1,200}$/.test(name)) return false
  let typed = 0
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const head = text.slice(Math.max(0, at - LONGEST), at)
    const rest = text.slice(at + name.length, at + name.length + LONGEST)
    if (/[\w$]$/.test(head) || /^[\w$]/.test(rest)) continue
    const given = typeGiven(head, rest, language)
    if (given === null) continue
    if (given !== type) return false
    typed += 1
  }
  return typed > 0
}

/** UTF-16 code units around a name. */
const LONGEST = 200

/** The type that a name gets where it stands, "" for any value; null: it gets none. */
function typeGiven(head: string, rest: string, language: Language): string | null {
  if (language === "java") {
    const declared = /(?<![\w.])([A-Z]\w{0,99})(?:<[^<>;(){}]{0,99}>)?\s{1,9}$/.exec(head)?.[1]
    if (declared !== undefined) return declared
    return /^\s{0,9}(?:=(?!=)|->|:(?!:))/.test(rest) && !/\bthis\.$/.test(head) ? "" : null
  }
  if (language === "go") {
    const declared = /^[ \t]{1,9}\*?([A-Za-z_]\w{0,99})\b(?![.(\w])/.exec(rest)?.[1]
    if (declared !== undefined && /(?:[(,]\s{0,9}|\bvar[ \t]{1,9}|\n[ \t]{1,9})$/.test(head)) return declared
    return /^[ \t]{0,9}(?:,[^\n;{}]{0,99})?:?=(?!=)/.test(rest)
      ? (/^[ \t]{0,9}:=[ \t]{0,9}&?(\w{1,99})\{/.exec(rest)?.[1] ?? "")
      : null
  }
  const annotated = /^\s{0,9}[?!]?:(?![:=])\s{0,9}(?:&\s{0,3}(?:mut\s{1,9})?)?["']?([\w.]{1,99})/.exec(rest)
  if (annotated !== null) return annotated[1] ?? ""
  if (/^\s{0,9}[?!]?:(?![:=])/.test(rest)) return ""
  if (!/^\s{0,9}(?:,[^\n;{}()]{0,99})?=(?![=>])/.test(rest))
    return isScript(language) && /^\s{0,9}=>/.test(rest) ? "" : null
  return /^\s{0,9}=\s{0,9}(?:new\s{1,9})?([A-Z]\w{0,99})(?:::new)?\s{0,9}[({]/.exec(rest)?.[1] ?? ""
}
