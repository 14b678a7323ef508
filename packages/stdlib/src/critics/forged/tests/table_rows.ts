import type { TestCase } from "./test_case.ts"
import { sharedPart, wordsOf } from "./words.ts"

export interface Rewritten {
  readonly after: string
  readonly written: string
}

export function rewritten(before: string, after: string): Rewritten {
  const old = new Set(before.split("\n").map((line) => line.trim()))
  const written = after.split("\n").filter((line) => !old.has(line.trim()))
  return { after, written: written.join("\n") }
}

/** Whether a test became cases of a table test: the file's test has new lines that hold the values of the old one. */
export function isTableRow({ body }: TestCase, { after, written }: Rewritten): boolean {
  if (written === "" || !TABLE.test(after)) return false
  const said = body.replaceAll(MESSAGE, "")
  const values = literalsOf(said)
  if (values.size === 0 || sharedPart(values, literalsOf(written)) < 0.8) return false
  const calls = new Set(
    [...said.matchAll(CALLED)].map(([, name = ""]) => name).filter((name) => !TEST_CALL.test(name)),
  )
  return calls.size > 0 && sharedPart(calls, wordsOf(after)) >= 0.8
}

const TABLE =
  /\bparametrize\b|@(?:ParameterizedTest|CsvSource|ValueSource|MethodSource|EnumSource)\b|\b(?:it|test|describe)\.(?:each|for)\b|\bfor\s[^\n]{1,100}:=\s{0,9}range\b|#\[(?:rstest|case|test_case)\b|\bsubTest\(|\bfor\s{0,9}\(?(?:const|let|final|var)?[^\n;]{1,100}\s(?:of|in)\s|\bfor\s{0,9}\([\w<>[\], ]{1,100}\s:\s/

/** What a failing test of Go says. */
const MESSAGE = /\bt\.(?:Error|Fatal|Log)f?\([^)]{0,400}\)/g

const CALLED = /([A-Za-z_$][\w$]{1,99})[ \t]{0,4}!?\(/g
const TEST_CALL =
  /^(?:assert|expect|should|is[A-Z]|to[A-Z]|has[A-Z]|if$|for$|func$|function$|len$|Run$|raises$|require$)/

const LITERAL = /"(?:[^"\\\n]|\\.){0,300}"|'(?:[^'\\\n]|\\.){0,300}'|`[^`]{0,300}`|(?<![\w.])\d[\w.]{0,40}/g

function literalsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(LITERAL)].map(([found]) => found.replaceAll(/^["'`]|["'`]$/g, "")))
}
