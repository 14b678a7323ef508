import type { TestLanguage } from "@proofloop/foundation/paths"

interface TestWords {
  /** The beginning of a test; the first group, where there is one, is its name. */
  readonly tests: RegExp
  readonly assertions: RegExp
  readonly skips: RegExp
}

/** How tests, assertions and skipped tests are written; asked of a text without comments and insides of strings. */
export const TEST_WORDS: Readonly<Record<TestLanguage, TestWords>> = {
  python: {
    tests: /\bdef[ \t]{1,8}(test\w{0,200})[ \t]{0,8}\(/g,
    assertions:
      /\bassert\b|\bself\.(?:assert\w{1,60}|fail)\b|\b(?:pytest\.)?(?:raises|warns)\(|\bpytest\.fail\(|\bassert_\w{1,80}\(/g,
    skips:
      /\bmark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\b|\b(?:skipIf|skipUnless|skipTest|SkipTest|expectedFailure|importorskip)\b|\bunittest\.skip\b|^[ \t]{0,40}@skip\b/gm,
  },
  script: {
    tests: /\b(?:it|test|specify)(?:\.(?:each|concurrent|sequential|for)){0,2}[ \t]{0,8}\(/g,
    assertions:
      /\b(?:assert|expect)(?:\.\w{1,40}){0,3}\(|\.should\b|\b(?:strictEqual|deepStrictEqual|deepEqual|notStrictEqual|equal|ok|throws|doesNotThrow|rejects|doesNotReject)\(/g,
    skips:
      /\b(?:it|test|describe|suite|context|specify|t)(?:\.\w{1,40}){0,2}\.(?:skip|only|todo|fails|failing|skipIf|runIf)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe)\(|[{,][ \t]{0,40}(?:skip|todo|only):[ \t]{0,8}(?:true|["'`])/g,
  },
  go: {
    tests: /^func[ \t]{1,8}(Test\w{0,200})[ \t]{0,8}\(/gm,
    assertions: /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|is|qt|c)\.\w{1,60}\(/g,
    skips: /\.(?:Skip|Skipf|SkipNow)\(|\btesting\.Short\(|\bbuild[ \t]{1,8}ignore\b/g,
  },
  rust: {
    tests: /#\[(?:\w{1,40}::){0,3}(?:test|rstest|test_case)\b/g,
    assertions: /\b(?:debug_)?assert\w{0,40}!|\bpanic!|#\[should_panic\b|\bprop_assert\w{0,40}!/g,
    skips: /#\[ignore\b|#!\[cfg\b|#\[cfg_attr\b/g,
  },
}
