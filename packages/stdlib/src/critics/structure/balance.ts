import type { Violation } from "../verdict.ts"
import type { UnreadFile } from "./unread_file.ts"

const BRANCH = /^[ \t]{0,64}#[ \t]{0,16}(?:else|elif)\b/m

/** Text with fewer pairs may be anything. */
const LEAST_PAIRS = 3

/** Braces that were balanced and are not: the text before the change is the proof that they can be read. */
export function lostBalance({ path, before, after }: UnreadFile): readonly Violation[] {
  if (before === null || after === null || after.trim() === "") return []
  // Only one branch of a condition of the preprocessor counts, and both have braces.
  if (BRANCH.test(after)) return []
  const old = braces(before)
  if (old.unmatched !== null || old.pairs < LEAST_PAIRS) return []
  const { unmatched } = braces(after)
  if (unmatched === null) return []
  const { line, brace } = unmatched
  const message =
    brace === "{" ? "the block that begins here has no end" : "this brace ends a block that has no beginning"
  return [{ path, line, rule: "unbalanced", message, evidence: brace }]
}

interface Braces {
  readonly pairs: number
  /** The first brace without its other one. */
  readonly unmatched: { readonly line: number; readonly brace: "{" | "}" } | null
}

/** The braces outside of comments and of strings that end in their line. */
function braces(text: string): Braces {
  const open: number[] = []
  let pairs = 0
  let line = 1
  let at = 0
  while (at < text.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) break
    at = TOKEN.lastIndex
    if (token === "{") open.push(line)
    else if (token === "\n") line += 1
    else if (token === "/*") {
      const end = text.indexOf("*/", at)
      const comment = text.slice(at, end === -1 ? text.length : end)
      line += comment.split("\n").length - 1
      at += comment.length + 2
    } else if (token === '"' || token === "'" || token === "`") at = endOfString(text, at, token)
    else if (token === "}") {
      if (open.pop() === undefined) return { pairs, unmatched: { line, brace: "}" } }
      pairs += 1
    }
  }
  const last = open.at(-1)
  return { pairs, unmatched: last === undefined ? null : { line: last, brace: "{" } }
}

/** Behind the quote that ends a string in its line; `at` itself where none does, as it is an apostrophe. */
function endOfString(text: string, at: number, quote: string): number {
  for (let end = at; end < text.length && text[end] !== "\n"; end += 1) {
    if (text[end] === quote) return end + 1
    if (text[end] === "\\") end += 1
  }
  return at
}

/** The start of a comment or a string, a comment that its line ends, what is escaped, braces, ends of lines. */
const TOKEN = /\/\*|\/\/[^\n]*|(?<=^|[\s;])#(?=[ \t#])[^\n]*|\\.|["'`{}\n]/g
