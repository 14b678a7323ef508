import type { TestLanguage } from "@proofloop/foundation/paths"

/** One test of a file, with the attributes or decorators above it. */
export interface TestRegion {
  /** null: it has none that can be read. */
  readonly name: string | null
  readonly from: number
  /** null: its end cannot be told. */
  readonly to: number | null
  /** What it does: without its name, comments and space; null where its end cannot be told. */
  readonly body: string | null
}

/** The source as it is, without comments and insides of strings, and without comments alone; of the same length. */
export interface SourceTexts {
  readonly text: string
  readonly bare: string
  readonly code: string
}

/** The tests that begin where `starts` matches the bare text, in order. */
export function testRegions(
  { text, bare, code }: SourceTexts,
  starts: RegExp,
  language: TestLanguage,
): readonly TestRegion[] {
  return [...bare.matchAll(starts)].map((match) => {
    const { index, 0: all, 1: own } = match
    const behind = index + all.length
    const name = own ?? nameBehind(text, bare, behind, language)
    const from = attributesBefore(bare, index)
    const to =
      language === "python" ? endOfBlock(bare, index) : endOfBrackets(bare, openingOf(language, index, all))
    const body = to === null ? null : plainBody(code.slice(from, to), name)
    return { name, from, to, body }
  })
}

/** Characters in which a name, or what belongs to a test, is looked for. */
const FAR = 2000
/** Of one test; the end of a longer one is not looked for, so that a hostile file costs no more. */
const LONGEST = 100_000

function nameBehind(text: string, bare: string, behind: number, language: TestLanguage): string | null {
  if (language === "script")
    return /^\s{0,40}(["'`])(.{1,400}?)\1/.exec(text.slice(behind, behind + FAR))?.[2] ?? null
  const word = language === "rust" ? /\bfn\s{1,8}(\w{1,200})/ : /\bvoid\s{1,8}(\w{1,200})/
  return word.exec(bare.slice(behind, behind + FAR))?.[1] ?? null
}

/** Where the lines above a test begin that belong to it: up to a blank line, or one that ends something else. */
function attributesBefore(bare: string, index: number): number {
  let from = bare.lastIndexOf("\n", index - 1) + 1
  while (from > 0 && index - from < FAR) {
    const above = bare.lastIndexOf("\n", from - 2) + 1
    const last =
      bare
        .slice(above, from - 1)
        .slice(-FAR)
        .trimEnd()
        .at(-1) ?? ""
    if (["", "{", "}", ";"].includes(last)) break
    from = above
  }
  return from
}

/** A block of Python ends before the next line that is indented no deeper than its head. */
function endOfBlock(bare: string, index: number): number | null {
  const indent = index - (bare.lastIndexOf("\n", index - 1) + 1)
  let at = bare.indexOf(":\n", index)
  if (at === -1) return bare.length
  at += 2
  while (at < bare.length) {
    if (at - index > LONGEST) return null
    const end = bare.indexOf("\n", at)
    const line = bare.slice(at, end === -1 ? bare.length : end)
    const is_blank = line.trim() === ""
    if (!is_blank && line.length - line.trimStart().length <= indent) return at
    if (end === -1) break
    at = end + 1
  }
  return bare.length
}

function openingOf(language: TestLanguage, index: number, all: string) {
  return language === "script"
    ? { at: index + all.length - 1, pair: "()" as const }
    : { at: index + all.length, pair: "{}" as const }
}

/** Behind the bracket that closes the first one from `at` on; null: none does. */
export function endOfBrackets(
  bare: string,
  { at, pair: [open, close] }: { readonly at: number; readonly pair: "()" | "{}" },
): number | null {
  let depth = 0
  const end = Math.min(bare.length, at + LONGEST)
  for (let here = at; here < end; here += 1) {
    if (bare[here] === open) depth += 1
    else if (bare[here] === close) {
      depth -= 1
      if (depth === 0) return here + 1
      if (depth < 0) return null
    }
  }
  return null
}

function plainBody(code: string, name: string | null): string {
  const nameless = name === null ? code : code.replace(name, () => "")
  return nameless.replaceAll(/\s+/g, " ").trim()
}
