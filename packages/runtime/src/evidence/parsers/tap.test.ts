import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { tapParser } from "./tap.ts"

const VITEST = [
  "hooks.test.ts > hooks | test | - | -",
  "hooks.test.ts > snap | test | Error | hooks.test.ts",
  "- | build | Error | missing.test.ts",
  "sum.test.ts > adds | test | AssertionError | sum.test.ts",
  "sum.test.ts > suite a > deep | test | AssertionError | sum.test.ts",
  "sum.test.ts > suite a > inner > throws | test | TypeError | sum.test.ts",
  "sum.test.ts > suite a > inner > multi | test | Error | sum.test.ts",
  "sum.test.ts > suite a > inner > node assert | test | AssertionError | sum.test.ts",
  "sum.test.ts > suite a > each 2 | test | AssertionError | sum.test.ts",
  "- | build | Error | syntax.test.ts",
]
const MOCHA = [
  "adds | test | ERR_ASSERTION | test/sum.js",
  "suite a deep | test | ERR_ASSERTION | test/sum.js",
  "suite a slow | timeout | Error | -",
  "suite a done twice | test | Error | test/sum.js",
  "suite a each 2 | test | ERR_ASSERTION | test/sum.js",
  "suite a inner: odd throws | test | TypeError | test/sum.js",
  "suite a inner: odd multi | test | Error | test/sum.js",
  "suite a inner: odd plain object | test | Error | -",
  "suite a inner: odd string thrown | test | Error | -",
  "- | test | Error | test/sum.js",
  "- | test | TypeError | test/sum.js",
]
const NODE_TAP = [
  "adds | test | AssertionError | test/sum.js",
  "deep | test | AssertionError | test/sum.js",
  "outer > inner | test | AssertionError | test/sum.js",
  "slow | timeout | - | test/sum.js",
  "rejects | test | - | -",
]
const sign = (output: string) =>
  signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature
const read = (name: string) => {
  const { parsed, parser } = readFixture(`javascript/${name}`)
  expect(parser).toBe("tap")
  const found = summary(parsed.diagnostics).map((line) => line.replaceAll(/\/home\/dev\/js\/\w+\//g, ""))
  return { ...parsed, found }
}

describe("tapParser", () => {
  it("knows assertions of tape by the test they stand in", () => {
    const { found, tests_run, ran_test_ids, diagnostics } = read("tap.tape.sum")
    expect(found).toEqual([
      "adds | test | AssertionError | test/sum.js",
      "deep | test | AssertionError | test/sum.js",
      "inner | test | AssertionError | test/sum.js",
      "strings | test | AssertionError | test/sum.js",
      "slow | timeout | Error | -",
      "planned | test | Error | test/sum.js",
      "planned | test | Error | -",
      "rejects | test | Error | -",
    ])
    expect(tests_run).toBe(10)
    expect(ran_test_ids).toEqual(["adds", "deep", "inner", "strings", "slow", "planned", "rejects"])
    expect(diagnostics[0]?.message).toBe("sum is right\nexpected: |-\n  3\nactual: |-\n  -1")
    expect(diagnostics[3]?.message).toBe("lines\nexpected: 'one\\nthree'\nactual:   'one\\ntwo'")
  })

  it("reads what ended the process", () => {
    const { found, tests_run, ran_test_ids } = read("tap.tape.throws")
    expect(found).toEqual(["- | runtime | TypeError | -"])
    expect({ tests_run, ran_test_ids }).toEqual({ tests_run: null, ran_test_ids: null })
  })

  it("knows assertions of node-tap by the test they stand in, with the file if there is one", () => {
    const raw = read("tap.node-tap.raw")
    expect(raw.found).toEqual(NODE_TAP)
    expect(raw.tests_run).toBe(6)
    expect(raw.diagnostics[0]?.message).toBe(
      "sum is right\ndiff: |\n  --- expected\n  +++ actual\n  @@ -1,1 +1,1 @@\n  -3\n  +-1",
    )
    const runner = read("tap.node-tap.runner")
    expect(runner.found).toEqual([
      "- | build | Error | test/missing.js",
      ...NODE_TAP.map((line) => `test/sum.js > ${line}`),
    ])
    expect(runner.diagnostics[0]?.message).toContain("Cannot find module './nowhere'")
  })

  it("reads ava", () => {
    const { found, tests_run, ran_test_ids, diagnostics } = read("tap.ava")
    expect(found.toSorted()).toEqual(
      [
        "- | build | ERR_MODULE_NOT_FOUND | -",
        "- | build | load | missing.test.js",
        "test > adds | test | AssertionError | -",
        "test > deep | test | AssertionError | -",
        "test > throws | test | AssertionError | test.js",
        "test > message | test | AssertionError | -",
      ].toSorted(),
    )
    expect(tests_run).toBe(7)
    expect(ran_test_ids).toContain("test > known bug")
    expect(diagnostics.find(({ test_id }) => test_id === "test > adds")?.message).toContain("- -1\n    + 3")
  })

  it("reads Perl, which tells what failed in comments", () => {
    const { found, tests_run, ran_test_ids, diagnostics } = read("tap.perl")
    expect(found).toEqual([
      "adds | test | - | t/sum.t",
      "deep | test | - | t/sum.t",
      "group | test | - | t/sum.t",
    ])
    expect(diagnostics[0]?.message.split("\n").map((line) => line.trim())).toEqual([
      "Failed test 'adds'",
      "got: '-1'",
      "expected: '3'",
    ])
    expect({ tests_run, ran_test_ids }).toEqual({
      tests_run: 5,
      ran_test_ids: ["adds", "deep", "fine", "group"],
    })
  })

  it.each(["tap.bats", "tap.bats13"])("reads %s, whose comments name no tests", (name) => {
    const { diagnostics, tests_run, ran_test_ids } = read(name)
    expect(diagnostics.map(({ test_id }) => test_id)).toEqual(["adds", "prints"])
    expect(diagnostics[1]?.message).toContain("`false' failed")
    expect(diagnostics[1]?.message).toContain("some output")
    expect({ tests_run, ran_test_ids }).toEqual({ tests_run: 3, ran_test_ids: ["adds", "fine", "prints"] })
  })

  it.each(["vitest.2.tap", "vitest.3.tap", "vitest.4.tap"])(
    "reads %s as the default reporter is read",
    (name) => {
      const { found, tests_run, ran_test_ids } = read(name)
      expect(found).toEqual(expect.arrayContaining(VITEST))
      expect(found).toHaveLength(VITEST.length + 2)
      expect(found.filter((line) => line.startsWith("sum.test.ts > suite a > slow | timeout"))).toHaveLength(
        1,
      )
      expect(tests_run).toBe(11)
      expect(ran_test_ids).toContain("sum.test.ts > suite a > ok")
    },
  )

  it("reads the flat TAP of vitest", () => {
    const { found, tests_run } = read("vitest.4.tap-flat")
    expect(found).toEqual(expect.arrayContaining(VITEST.slice(1)))
    expect(tests_run).toBe(11)
  })

  it.each(["mocha.10.tap", "mocha.11.tap", "mocha.11.tap13"])("reads %s", (name) => {
    const { found, tests_run, ran_test_ids } = read(name)
    expect(found).toEqual(MOCHA)
    expect(tests_run).toBe(14)
    expect(ran_test_ids).not.toContain("suite a skipped")
  })

  it.each([
    ["tap.tape.fine", 2, ["fine"]],
    ["tap.node-tap.fine", 2, ["fine"]],
    ["tap.ava-ok", 1, ["fine"]],
    ["mocha.11.ok-tap", 2, ["fine", "group also fine"]],
    ["vitest.4.ok-tap", 1, ["sum.test.ts > suite a > ok", "sum.test.ts > suite a", "sum.test.ts"]],
  ])("reads the passing %s", (name, tests_run, ran_test_ids) => {
    expect(read(name)).toMatchObject({ diagnostics: [], tests_run })
    expect(read(name).ran_test_ids?.toSorted()).toEqual(ran_test_ids.toSorted())
  })

  it("makes the same signature whatever the time took, and another for another failure", () => {
    const text = fixture("javascript/vitest.4.tap")
    const later = text.replaceAll(/time=[\d.]{1,12}ms/g, "time=77.7ms")
    expect(later).not.toBe(text)
    expect(sign(later)).toBe(sign(text))
    expect(sign(text.replace('expected: "3"', 'expected: "4"'))).not.toBe(sign(text))
    const fixed = text.replace("    not ok 1 - adds", "    ok 1 - adds")
    expect(sign(fixed)).not.toBe(sign(text))
    const lines = fixture("javascript/tap.tape.sum")
    expect(sign(lines.replaceAll(/sum\.js:\d/g, "sum.js:9"))).toBe(sign(lines))
  })

  it.each([
    ["operator: equal\nat: Test.<anonymous> (/a/b.js:3:4)", "AssertionError"],
    ["operator: error\nat: Test.<anonymous> (/a/b.js:3:4)", "AssertionError"],
    ["operator: error", undefined],
    ["operator: fail\nat: Test.<anonymous> (/a/b.js:3:4)", "AssertionError"],
    ["compare: ===\nat:\n  fileName: a.js\nsource: |\n  t.equal(1, 2)", "AssertionError"],
    ["at:\n  fileName: a.js\ntapCaught: testFunctionThrow\nsource: |\n  t.equal(1, 2)", undefined],
    ["code: ERR_ASSERTION\nat:\n  fileName: a.js\ntapCaught: x\nsource: |\n  equal(1, 2)", "ERR_ASSERTION"],
    ["message: no", undefined],
  ])("knows by %j what failed by an assertion", (block, code) => {
    const point = (title: string) =>
      `TAP version 13\n# adds\nnot ok 1 ${title}\n  ---\n  ${block.replaceAll("\n", "\n  ")}\n  ...\n1..1\n`
    expect(tapParser.parse(point("is right"))?.diagnostics[0]?.code).toBe(code)
    expect(tapParser.parse(point("plan != count"))?.diagnostics[0]?.code).not.toBe("AssertionError")
  })

  it.each([
    ["not ok 1 - a", [["a", "test"]], null],
    ["1..1\nnot ok 1 - a # TODO later\n", [], 0],
    ["1..2\nok 1 - a\nok 2 - b # SKIP no\n", [], 1],
    ["1..1\nnot ok\n", [[undefined, "test"]], 1],
    ["TAP version 14\nBail out! no database\n", [[undefined, "runtime"]], null],
    ["TAP version 13\n1..0\n", [], 0],
    ["1..1\nnot ok 1 - a\n# tests 1\n# pass 0\n# fail 1\n1..1\nok 1 - b\n", [["a", "test"]], 2],
  ])("reads %j", (text, failures, tests_run) => {
    expect(tapParser.recognises(text, undefined)).toBe(
      text.includes("ok 1") || text.includes("TAP") || text.includes("1..1"),
    )
    const parsed = tapParser.parse(text)
    expect(parsed?.diagnostics.map(({ test_id, kind }) => [test_id, kind])).toEqual(failures)
    expect(parsed?.tests_run).toBe(tests_run)
  })

  it("leaves the TAP of node:test to its own parser", () => {
    for (const name of ["node.20.tap", "node.22.tap", "node.24.tap", "node-ok.22.tap"]) {
      expect(readFixture(name).parser).toBe("node_test")
      expect(tapParser.recognises(fixture(name), undefined)).toBe(false)
    }
  })
})
