import { describe, expect, it } from "vitest"
import { readLocation, readTap, remember } from "./tap.ts"

function read(text: string) {
  return readTap(text.split("\n"))
}

/** The failure of one point with this YAML block. */
function failureOf(...block: readonly string[]) {
  const lines = [
    "# Subtest: one",
    "not ok 1 - one",
    "  ---",
    ...block.map((line) => `  ${line}`),
    "  ...",
    "# tests 1",
  ]
  const { points, counts } = readTap(lines)
  expect([points.length, counts.get("tests")]).toEqual([1, 1])
  return points[0]?.failure
}

describe("readTap", () => {
  it("reads points, nested under their suites, with what was printed before each", () => {
    const { points, counts } = read(
      [
        "TAP version 13",
        "# loading a.ts",
        "# Subtest: suite",
        "    # Subtest: good",
        "    ok 1 - good",
        "      ---",
        "      duration_ms: 1",
        "      ...",
        "    # Subtest: later \\# 1",
        "    ok 2 - later \\# 1 # SKIP no time",
        "    # Subtest: some day",
        "    not ok 3 - some day # TODO",
        "    1..3",
        "ok 1 - suite",
        "# still here",
        "not ok 2",
        "1..2",
        "# tests 3",
        "# suites 1",
        "# pass 1",
        "# tests 2",
      ].join("\n"),
    )
    expect(points).toEqual([
      { path: ["suite", "good"], outcome: "pass", failure: null, printed: ["loading a.ts"] },
      { path: ["suite", "later # 1"], outcome: "skip", failure: null, printed: [] },
      { path: ["suite", "some day"], outcome: "skip", failure: null, printed: [] },
      { path: ["suite"], outcome: "pass", failure: null, printed: [] },
      {
        path: [""],
        outcome: "fail",
        failure: expect.objectContaining({ message: "test failed" }),
        printed: ["still here"],
      },
    ])
    expect([...counts]).toEqual([
      ["tests", 5],
      ["suites", 1],
      ["pass", 1],
    ])
  })

  it("reads a point right behind one without a block", () => {
    expect(
      read("ok 1 - a\nnot ok 2 - b\nok 3 - c").points.map(({ path, outcome }) => [path[0], outcome]),
    ).toEqual([
      ["a", "pass"],
      ["b", "fail"],
      ["c", "pass"],
    ])
  })

  it("reads a block that was cut off", () => {
    expect(read("not ok 1 - a\n  ---\n  error: 'no'").points[0]?.failure?.message).toBe("no")
  })

  it("keeps the first 200 comments before a point", () => {
    const comments = Array.from({ length: 210 }, (_, index) => `# line ${index}`)
    const printed = read([...comments, "plain", "ok 1 - a"].join("\n")).points[0]?.printed
    expect([printed?.length, printed?.at(-1)]).toEqual([200, "line 199"])
  })
})

describe("the failure in a block", () => {
  it.each<readonly [string, readonly string[], string]>([
    ["is its error", ["error: 'not good'"], "not good"],
    ["is quoted in any way", ['error: "not good"'], "not good"],
    ["or in another", ["error: `not good`"], "not good"],
    ["or not at all", ["error: not good"], "not good"],
    ["with marks that do not belong together", ["error: 'not good\""], "'not good\""],
    ["or a single one", ["error: '"], "'"],
    ["or nothing between them", ["error: ''"], ""],
    ["has its marks unescaped", ["error: 'it\\'s \\\\ \\\"'"], "it's \\ \""],
    ["but not without marks", ["error: it\\'s"], "it\\'s"],
    ["stands below its key", ["error: |-", "  one", "", "  two", "code: 'X'"], "one\n\ntwo"],
    ["or so", ["error: |", "  one"], "one"],
    ["or so, folded", ["error: >-", "  one"], "one"],
    ["or with nothing behind the key", ["error:", "  one"], "one"],
    ["unless more than a mark stands there", ["error: |- one", "  two"], "|- one"],
    ["or before it", ["error: one |", "  two"], "one |"],
    ["has the name of its error", ["error: 'no'", "name: 'TypeError'"], "TypeError: no"],
    ["is unknown", ["code: 'X'"], "test failed"],
    ["has what was expected", ["error: 'no'", "expected: 3", "actual: 4"], "no\nexpected: 3\nactual: 4"],
    ["has half of that", ["error: 'no'", "expected: 3"], "no\nexpected: 3\nactual: undefined"],
    ["has the other half", ["error: 'no'", "actual: 4"], "no\nexpected: undefined\nactual: 4"],
    [
      "has values of several lines",
      ["error: 'no'", "expected: |-", "  a", "  b", "actual: 4"],
      "no\nexpected:\na\nb\nactual: 4",
    ],
  ])("%s", (_what, block, message) => {
    expect(failureOf(...block)?.message).toBe(message)
  })

  it.each<readonly [string | undefined, readonly string[]]>([
    [undefined, ["error: 'no'"]],
    ["ERR_ASSERTION", ["error: 'no'", "code: 'ERR_ASSERTION'", "name: 'AssertionError'"]],
    ["TypeError", ["error: 'no'", "code: 'ERR_TEST_FAILURE'", "name: 'TypeError'"]],
    ["TypeError", ["error: 'no'", "name: 'TypeError'"]],
    [undefined, ["error: 'no'", "code: 'ERR_TEST_FAILURE'"]],
  ])("has the code %s", (code, block) => {
    expect(failureOf(...block)?.code).toBe(code)
  })

  it("has a place, and may be a time-out", () => {
    expect(failureOf("location: '/a/b.ts:3:5'", "failureType: 'testTimeoutFailure'")).toMatchObject({
      location: { path: "/a/b.ts", line: 3, column: 5 },
      is_timeout: true,
    })
    expect(failureOf("failureType: 'testCodeFailure'")).toMatchObject({
      location: undefined,
      is_timeout: false,
    })
  })

  it("is none of a suite whose tests failed", () => {
    expect(failureOf("failureType: 'subtestsFailed'")).toBeNull()
  })
})

describe("readLocation", () => {
  it.each([
    ["a.ts:3:5", { path: "a.ts", line: 3, column: 5 }],
    ["C:\\a.ts:3:5", { path: "C:\\a.ts", line: 3, column: 5 }],
    ["a.ts:3", undefined],
    ["a.ts:3:5)", undefined],
    ["a\nb.ts:3:5", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("of %j", (text, location) => {
    expect(readLocation(text)).toEqual(location)
  })
})

describe("remember", () => {
  it("keeps lines at the margin, the last 200 to 400 of them", () => {
    let printed: string[] = []
    for (const line of ["one", "", " indented", "ends with a blank "]) printed = remember(printed, line)
    expect(printed).toEqual(["one", "ends with a blank "])
    printed = []
    for (let index = 0; index < 399; index += 1) printed = remember(printed, `line ${index}`)
    expect(printed).toHaveLength(399)
    printed = remember(printed, "line 399")
    expect([printed.length, printed[0], printed.at(-1)]).toEqual([200, "line 200", "line 399"])
  })
})
