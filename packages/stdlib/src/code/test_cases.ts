import type { TestLanguage } from "@proofloop/foundation/paths"
import { bareSource } from "./bare_source.ts"

/** One test of a file. */
export interface TestCase {
  /** The name of its function, or its title as written. */
  readonly name: string
  /** From 1. */
  readonly line: number
  /** All of it. */
  readonly text: string
  /** What is in its body, comments blank; null: it has none here. */
  readonly body: string | null
}

/** The tests of a file in the order of the text. Reads no grammar, so it reads a file that does not parse as well. */
export function testCases(text: string, language: TestLanguage): readonly TestCase[] {
  const bare = bareSource(text, language)
  const closings = closingBrackets(bare)
  const found: TestCase[] = []
  let [line, counted, end] = [1, 0, 0]
  for (const head of bare.matchAll(HEADS[language])) {
    // A test within a test is a part of it.
    if (head.index < end) continue
    const name = head[1] ?? titleOf(text, bare, head.index + head[0].length)
    const next = endOf(bare, head, language, closings)
    if (next === null || name === null) continue
    end = next
    const start = head.index + (/^\s*/.exec(head[0])?.[0].length ?? 0)
    for (; counted < start; counted += 1) if (bare[counted] === "\n") line += 1
    found.push({ name, line, text: text.slice(start, end), body: bodyOf(bare.slice(start, end), language) })
  }
  return found
}

/** The beginning of a test; the group is its name, except in scripts, where a title follows. */
const HEADS: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^[ \t]{0,40}(?:async[ \t]{1,8})?def[ \t]{1,8}(test\w{0,200})[ \t]{0,8}\(/gm,
  script:
    /(?<![\w$.])(?:it|test|specify)(?:\.(?:each|concurrent|sequential|serial|for|only|failing|cb)){0,2}[ \t]{0,8}\(/g,
  go: /^func[ \t]{1,8}((?:Test|Benchmark|Fuzz|Example)\w{0,200})[ \t]{0,8}\(/gm,
  rust: /#\[(?:\w{1,40}::){0,3}(?:test|rstest|test_case)\b[^\]\n]{0,200}\]\s{0,40}(?:#\[[^\]\n]{0,400}\]\s{0,40}){0,8}(?:pub\s{1,8})?(?:async\s{1,8})?fn\s{1,8}(\w{1,200})/g,
  java: /@(?:\w{1,40}\.){0,5}(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b(?:[ \t]{0,8}\([^)\n]{0,400}\))?\s{0,80}(?:(?:@[\w.]{1,100}(?:\([^)\n]{0,400}\))?|public|protected|private|final|static|synchronized)\s{1,80}){0,12}[\w<>[\], ?.]{1,120}\s{1,8}(\w{1,200})[ \t]{0,8}\(/g,
}

function endOf(
  bare: string,
  head: RegExpExecArray,
  language: TestLanguage,
  closings: ReadonlyMap<number, number>,
): number | null {
  const last = head.index + head[0].length - 1
  if (language === "python") return endOfIndented(bare, head, closings.get(last))
  if (language === "script") return closings.get(last) ?? null
  const brace = bare.slice(last, last + LONGEST_HEAD).indexOf("{")
  return brace < 0 ? null : (closings.get(last + brace) ?? null)
}

/** What may stand between the name of a test and its body. UTF-16 code units. */
const LONGEST_HEAD = 2000

/** Behind the bracket that closes it, by the place of each bracket that opens. */
function closingBrackets(bare: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < bare.length; at += 1) {
    const sign = bare[at] ?? ""
    if ("([{".includes(sign)) open.push(at)
    else if (")]}".includes(sign)) {
      const start = open.pop()
      if (start !== undefined) found.set(start, at + 1)
    }
  }
  return found
}

/** Where the lines that are deeper than the head end. */
function endOfIndented(bare: string, head: RegExpExecArray, opening: number | undefined): number | null {
  const indent = /^[ \t]*/.exec(head[0])?.[0].length ?? 0
  if (opening === undefined) return null
  let end = bare.indexOf("\n", opening)
  if (end < 0) return bare.length
  while (end < bare.length) {
    const next = bare.indexOf("\n", end + 1)
    const line = bare.slice(end + 1, next < 0 ? bare.length : next)
    if (line.trim() !== "" && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent) break
    end = next < 0 ? bare.length : next
  }
  return end
}

/** The first text of a call. A title that is made by code is taken as it is written. */
function titleOf(text: string, bare: string, from: number): string | null {
  const quote = /^\s{0,40}(["'`])/.exec(bare.slice(from, from + 60))
  if (quote === null) return null
  const start = from + quote[0].length
  const length = bare.slice(start, start + 1000).indexOf(quote[1] ?? "")
  return length < 0 ? null : text.slice(start, start + length)
}

/** What stands in the last block of a test. */
function bodyOf(bare: string, language: TestLanguage): string | null {
  if (language === "python") {
    const colon = /\)[^:\n]{0,200}:/.exec(bare)
    return colon === null ? null : bare.slice(colon.index + colon[0].length)
  }
  const close = bare.lastIndexOf("}")
  let depth = 0
  for (let at = close; at >= 0; at -= 1) {
    if (bare[at] === "}") depth += 1
    if (bare[at] === "{") depth -= 1
    if (depth === 0) return bare.slice(at + 1, close)
  }
  return null
}
