import type { TestLanguage } from "@proofloop/foundation/paths"
import { endOfBrackets, type TestRegion, testRegions } from "./test_regions.ts"

/**
 * A source text in which comments are blank, and the insides of strings as well unless `keep_strings`; line for line the
 * same length. Reads no grammar: a quote in a regular expression of a script hides the rest of its line at most.
 */
export function bareSource(text: string, language: TestLanguage, keep_strings = false): string {
  let bare = ""
  let at = 0
  while (at < text.length) {
    const piece = pieces[language].find(({ start }) => text.startsWith(start, at))
    if (piece === undefined) {
      bare += text[at] ?? ""
      at += 1
      continue
    }
    const end = endOf(text, at + piece.start.length, piece)
    const part = text.slice(at, end)
    bare += piece.is_string && keep_strings ? part : blank(part, piece)
    at = end
  }
  return bare
}

interface Piece {
  readonly start: string
  /** null: the end of the line. */
  readonly end: string | null
  readonly is_string: boolean
  /** Whether it goes on over the end of a line. */
  readonly lines: boolean
}

function comment(start: string, end: string | null = null): Piece {
  return { start, end, is_string: false, lines: end !== null }
}

function string(quote: string, lines = false): Piece {
  return { start: quote, end: quote, is_string: true, lines }
}

const cComments = [comment("//"), comment("/*", "*/")]

/** Longer starts first. */
const pieces: Readonly<Record<TestLanguage, readonly Piece[]>> = {
  python: [string('"""', true), string("'''", true), string('"'), string("'"), comment("#")],
  script: [...cComments, string('"'), string("'"), string("`", true)],
  go: [...cComments, string('"'), string("`", true)],
  // A lone "'" is a lifetime.
  rust: [...cComments, string('"', true)],
  java: [...cComments, string('"""', true), string('"'), string("'")],
}

function endOf(text: string, from: number, { end, is_string, lines }: Piece): number {
  let at = from
  while (at < text.length) {
    if (text[at] === "\n" && !lines) return at
    if (end !== null && text.startsWith(end, at)) return at + end.length
    at += is_string && text[at] === "\\" ? 2 : 1
  }
  return text.length
}

function blank(part: string, { start, is_string }: Piece): string {
  const inside = (piece: string) => piece.replaceAll(/[^\n]/g, " ")
  if (!is_string) return inside(part)
  const quote = start.length
  return part.length < 2 * quote
    ? part.slice(0, quote) + inside(part.slice(quote))
    : start + inside(part.slice(quote, -quote)) + start
}

export interface ReadTests {
  readonly tests: readonly string[]
  readonly assertions: number
  /** Where something keeps a test from running. */
  readonly skips: readonly { readonly at: number; readonly title: string | null }[]
  readonly regions: readonly TestRegion[]
  readonly conditions: readonly Condition[]
}

/** A condition under which a test is built at all. */
export interface Condition {
  readonly term: string
  /** The function or module that has it; null: the whole file. */
  readonly name: string | null
  /** What it is said of lies there; null: the whole file, or not known. */
  readonly range: readonly [number, number] | null
  /** No build fulfils it. */
  readonly is_never: boolean
}

/** What a test file holds, by its words. */
export function readTests(text: string, language: TestLanguage): ReadTests {
  const bare = bareSource(text, language)
  const { tests, assertions, skips } = TEST_WORDS[language]
  return {
    tests: [...bare.matchAll(tests)].map(([all, name]) => name ?? all),
    assertions: [...bare.matchAll(assertions)].length,
    skips: [...bare.matchAll(skips), ...bare.matchAll(NEVER[language])].map(({ index, 0: all }) => ({
      at: index,
      title: /^(?:it|test|specify|xit|xtest)\b/.test(all) ? titleBehind(text, index + all.length) : null,
    })),
    regions: testRegions({ text, bare, code: bareSource(text, language, true) }, tests, language),
    conditions: conditionsOf(text, bare, language),
  }
}

/** The title of a test that is written with a modifier, unless the modifier keeps the others from running. */
function titleBehind(text: string, at: number): string | null {
  return /^\(?\s{0,40}(["'`])(.{1,400}?)\1/.exec(text.slice(at, at + 500))?.[2] ?? null
}

/** Conditions that are never true: what stands under one does not run. */
const NEVER: Readonly<Record<TestLanguage, RegExp>> = {
  python:
    /^[ \t]{0,80}(?:if|elif|while)[ \t]{1,8}\(?(?:False|0|None|not[ \t]{1,8}(?:True|1))\b(?=\)?[ \t]{0,8}(?::|and\b))|^[ \t]{0,80}if[ \t]{1,8}(?:typing\.)?TYPE_CHECKING:\s{1,200}(?=@|(?:async[ \t]{1,8})?def[ \t]{1,8}test|class[ \t]{1,8}Test)/gm,
  script:
    /\b(?:if|while)[ \t]{0,8}\([ \t]{0,8}(?:false|0|null|undefined|!1|!true)[ \t]{0,8}(?:\)|&&)|\bfalse[ \t]{0,8}&&/g,
  go: /\b(?:if|for)[ \t]{1,8}(?:false|!true)[ \t]{0,8}(?:\{|&&)/g,
  rust: /\b(?:if|while)[ \t]{1,8}(?:false|!true)[ \t]{0,8}(?:\{|&&)/g,
  java: /\b(?:if|while)[ \t]{0,8}\([ \t]{0,8}(?:false|!true)[ \t]{0,8}(?:\)|&&)/g,
}

/** When a file of Go is built, written as a comment; and when a function or module of Rust is. */
const BUILD_TAG = /^\/\/(?:go:build|[ \t]?\+build)\b([^\n]{0,400})/gm
const TAG_TERM = /!?[\w.]{1,100}/g
const CFG =
  /#\[cfg\((?!test\))([^\]\n]{0,400})\](?:\s{0,40}#\[[^\]\n]{0,400}\]){0,8}\s{0,40}(?:pub(?:\(\w{1,20}\))?\s{1,8})?(?:async\s{1,8})?(?:fn|mod)\s{1,8}(\w{1,200})/g

/** What has to hold for what is built, each term and each name with it once. */
function conditionsOf(text: string, bare: string, language: TestLanguage): readonly Condition[] {
  if (language === "rust") {
    return [...bare.matchAll(CFG)].map(({ 1: term = "", 2: name = "", index, 0: all }) => {
      const end = endOfBrackets(bare, { at: index + all.length, pair: "{}" })
      return {
        term: text.slice(index, index + all.indexOf(term) + term.length),
        name,
        range: end === null ? null : [index, end],
        is_never: cfgValue(term) === false,
      }
    })
  }
  if (language !== "go") return []
  return [...text.matchAll(BUILD_TAG)].flatMap(([, terms = ""]) =>
    [...terms.matchAll(TAG_TERM)].map(([term]) => ({ term, name: null, range: null, is_never: false })),
  )
}

/** What a condition of Rust says whatever is built; null: that depends. */
function cfgValue(term: string): boolean | null {
  let rest = term.replaceAll(/\s+/g, "")
  // The innermost first, so each pass takes at least one away.
  for (let before = ""; before !== rest;) {
    before = rest
    rest = rest
      .replaceAll(/\b(any|all|not)\(([^()]*)\)/g, (_all, of: string, inner: string) => combined(of, inner))
      .slice(0, 1000)
  }
  return rest === "true" ? true : rest === "false" ? false : null
}

function combined(of: string, inner: string): string {
  const parts = inner.split(",").filter((part) => part !== "")
  if (of === "not") return parts[0] === "true" ? "false" : parts[0] === "false" ? "true" : "unknown"
  const [decides, otherwise] = of === "any" ? ["true", "false"] : ["false", "true"]
  if (parts.includes(decides)) return decides
  return parts.every((part) => part === otherwise) ? otherwise : "unknown"
}

interface TestWords {
  /** The beginning of a test; the first group, where there is one, is its name. */
  readonly tests: RegExp
  readonly assertions: RegExp
  readonly skips: RegExp
}

/**
 * How tests, assertions and skipped tests are written; asked of a text without comments and insides of strings. A test that
 * begins with a return is skipped.
 */
export const TEST_WORDS: Readonly<Record<TestLanguage, TestWords>> = {
  python: {
    tests: /\bdef[ \t]{1,8}(test\w{0,200})[ \t]{0,8}\(/g,
    assertions:
      /\bassert\b|\bself\.(?:assert\w{1,60}|fail)\b|\b(?:pytest\.)?(?:raises|warns)\(|\bpytest\.fail\(|\bassert_\w{1,80}\(/g,
    skips:
      /\bmark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\b|\b(?:skipIf|skipUnless|skipTest|SkipTest|expectedFailure|importorskip)\b|\bunittest\.skip\b|^[ \t]{0,40}@skip\b|\b__test__\b|^del[ \t]{1,8}test|\bdef[ \t]{1,8}test\w{0,200}[ \t]{0,8}\([^)\n]{0,400}\)[^:\n]{0,80}:\s{1,200}return\b/gm,
  },
  script: {
    tests: /\b(?:it|test|specify|tape)(?:\.(?:each|concurrent|sequential|serial|for)){0,2}[ \t]{0,8}\(/g,
    assertions:
      /\b(?:assert|expect|expectAsync)(?:\.\w{1,40}){0,3}\(|\b(?:t|tap)\.(?:is|isNot|not|true|false|truthy|falsy|like|unlike|regex|notRegex|same|notSame|strictSame|match|notMatch|doesNotMatch|has|hasStrict|type|notOk|notEqual|notDeepEqual|looseEqual|error|ifError|fail|snapshot|matchSnapshot)\(|\.should\b|\b(?:strictEqual|deepStrictEqual|deepEqual|notStrictEqual|equal|ok|throws|doesNotThrow|rejects|doesNotReject)\(/g,
    skips:
      /\b(?:it|test|describe|suite|context|specify|t)(?:\.\w{1,40}){0,2}\.(?:skip|only|todo|fails|failing|fixme|ignore|if|skipIf|runIf)\b|\b(?:xit|xtest|xspecify|xdescribe|xcontext|fit|fdescribe|fcontext|pending)\(|[{,][ \t]{0,40}(?:ignore:[ \t]{0,8}true\b|(?:skip|todo|only):[ \t]{0,8}(?:true|!|process\.|["'`]))|\.skip\([ \t]{0,8}["'`)]|=>[ \t]{0,8}\{\s{0,200}return[ \t]{0,8}[;\r\n}]/g,
  },
  go: {
    tests: /^func[ \t]{1,8}(Test\w{0,200})[ \t]{0,8}\(/gm,
    assertions: /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|is|qt|c)\.\w{1,60}\(/g,
    skips:
      /\.(?:Skip|Skipf|SkipNow)\(|\btesting\.Short\(|^func[ \t]{1,8}Test\w{0,200}[ \t]{0,8}\([^)\n]{0,200}\)[ \t]{0,8}\{\s{0,200}return\b/gm,
  },
  rust: {
    tests: /#\[(?:\w{1,40}::){0,3}(?:test|rstest|test_case)\b/g,
    assertions: /\b(?:debug_)?assert\w{0,40}!|\bpanic!|#\[should_panic\b|\bprop_assert\w{0,40}!/g,
    skips:
      /#\[ignore\b|#!\[cfg\b|#\[cfg_attr\b|\bfn[ \t]{1,8}\w{1,200}\(\)[^{;\n]{0,80}\{\s{0,200}return[ \t]{0,8};/g,
  },
  java: {
    tests: /@(?:\w{1,40}\.){0,5}(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/g,
    assertions: /\b(?:assert\w{0,60}|fail|verify\w{0,20})[ \t]{0,8}\(|@Test\(expected\b/g,
    skips:
      /@(?:\w{1,40}\.){0,8}(?:Disabled|Ignore|Enabled)\w{0,40}\b|\bassum(?:e|ing)\w{0,40}\(|\bvoid[ \t]{1,8}\w{1,200}\(\)[^{;\n]{0,80}\{\s{0,200}(?:if[ \t]{0,8}\(true\)[ \t]{0,8})?return[ \t]{0,8};/g,
  },
}
