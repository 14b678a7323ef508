import type { Definition } from "../../code/definition.ts"
import type { Rewrite } from "./rewrite.ts"

/** Whether a macro that came defines it: a call that has the name, or an attribute on the type that implements it. */
export function isInNewMacro({ kind, qualified_name, name }: Definition, rewrite: Rewrite): boolean {
  const [outer = ""] = qualified_name.split(".")
  const wanted = kind === "method" || kind === "implementation" ? outer : name
  if (newCalls(rewrite).some((call) => hasWord(call, wanted))) return true
  return (
    kind === "implementation" &&
    attributesOf(rewrite.after, outer).some((one) => !rewrite.before.includes(one))
  )
}

/** Names of modules and the like that stand in a macro call that came. */
export function isNamedInNewMacro(name: string, rewrite: Rewrite): boolean {
  return newCalls(rewrite).some((call) => hasWord(call, name))
}

function newCalls({ before, after }: Rewrite): readonly string[] {
  return [...after.matchAll(MACRO_CALL)].flatMap(({ 0: start, index }) => {
    const call = after.slice(index, endOfCall(after, index + start.length))
    return before.includes(call) ? [] : [call]
  })
}

const MACRO_CALL = /^[ \t]{0,40}\w[\w:]{0,200}!\s{0,9}[({[]/gm
const LONGEST_CALL = 40_000

function endOfCall(text: string, from: number): number {
  let depth = 1
  const last = Math.min(text.length, from + LONGEST_CALL)
  for (let at = from; at < last; at += 1) {
    if ("([{".includes(text.charAt(at))) depth += 1
    else if (")]}".includes(text.charAt(at))) depth -= 1
    if (depth === 0) return at
  }
  return last
}

function attributesOf(text: string, type: string): readonly string[] {
  const lines = text.split("\n")
  const at = lines.findIndex((line) => TYPE.exec(line)?.[1] === type)
  const found: string[] = []
  for (let index = at - 1; index >= 0 && /^\s{0,80}(?:#\[|\/\/)/.test(lines[index] ?? ""); index -= 1) {
    const line = (lines[index] ?? "").trim()
    if (/^#\[(?!derive|doc|cfg|allow|deprecated|must_use|repr)/.test(line)) found.push(line)
  }
  return found
}

const TYPE = /^\s{0,80}(?:pub(?:\([^)]{0,100}\))?\s{1,9})?(?:struct|enum|union)\s{1,9}(\w{1,200})/

export function hasWord(text: string, word: string): boolean {
  return new Set(text.match(/\w+/g)).has(word)
}
