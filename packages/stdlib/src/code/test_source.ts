import type { TestLanguage } from "@proofloop/foundation/paths"

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
  readonly skips: number
  readonly conditions: readonly Condition[]
}

/** A condition under which a test is built at all. */
export interface Condition {
  readonly term: string
  /** The function or module that has it; null: the whole file. */
  readonly name: string | null
}

/** What a test file holds, by its words. */
export function readTests(text: string, language: TestLanguage): ReadTests {
  const bare = bareSource(text, language)
  const { tests, assertions, skips } = TEST_WORDS[language]
  return {
    tests: [...bare.matchAll(tests)].map(([all, name]) => name ?? all),
    assertions: [...bare.matchAll(assertions)].length,
    skips: [...bare.matchAll(skips)].length,
    conditions: conditionsOf(text, bare, language),
  }
}

/** When a file of Go is built, written as a comment; and when a function or module of Rust is. */
const BUILD_TAG = /^\/\/(?:go:build|[ \t]?\+build)\b([^\n]{0,400})/gm
const TAG_TERM = /!?[\w.]{1,100}/g
const CFG =
  /#\[cfg\((?!test\))([^\]\n]{0,400})\](?:\s{0,40}#\[[^\]\n]{0,400}\]){0,8}\s{0,40}(?:pub(?:\(\w{1,20}\))?\s{1,8})?(?:async\s{1,8})?(?:fn|mod)\s{1,8}(\w{1,200})/g

/** What has to hold for what is built, each term and each name with it once. */
function conditionsOf(text: string, bare: string, language: TestLanguage): readonly Condition[] {
  if (language === "rust") {
    return [...bare.matchAll(CFG)].map(({ 1: term = "", 2: name = "", index, 0: all }) => ({
      term: text.slice(index, index + all.indexOf(term) + term.length),
      name,
    }))
  }
  if (language !== "go") return []
  return [...text.matchAll(BUILD_TAG)].flatMap(([, terms = ""]) =>
    [...terms.matchAll(TAG_TERM)].map(([term]) => ({ term, name: null })),
  )
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
      /\b(?:it|test|describe|suite|context|specify|t)(?:\.\w{1,40}){0,2}\.(?:skip|only|todo|fails|failing|skipIf|runIf)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe|pending)\(|[{,][ \t]{0,40}(?:skip|todo|only):[ \t]{0,8}(?:true|!|process\.|["'`])|\.skip\([ \t]{0,8}["'`)]|=>[ \t]{0,8}\{\s{0,200}return[ \t]{0,8}[;\r\n}]/g,
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
