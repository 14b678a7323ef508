import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { goTestParser } from "./go_test.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const CART = ["go/test.default", "go/test.verbose", "go/test.json"]
const ALL = [
  ...CART,
  ...["test.ok", "test.cached", "test.ok-verbose", "test.none", "exit.default"].map((name) => `go/${name}`),
  ...["panic", "timeout", "race"].flatMap((name) => [`go/${name}.default`, `go/${name}.verbose`]),
  "go/panic.json",
  "go/build.test",
  "go/build.json",
  "go/build.go",
  "go/build.vet",
  "go/build.vet-test",
  "go/setup.test",
  "go/setup.syntax",
  "go/setup.unlisted",
  "go/setup.unreachable",
]
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})

describe("goTestParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("go_test")
  })

  it.each(CART)("reads every failure of %s, with its log", (name) => {
    const { diagnostics } = readFixture(name).parsed
    expect(summary(diagnostics)).toEqual([
      "example.com/shop/cart.TestAdd | test | - | cart_test.go",
      "example.com/shop/cart.TestTable/a_b | test | - | cart_test.go",
      "example.com/shop/cart.TestTable/deep/er | test | - | cart_test.go",
      "example.com/shop/cart.TestSilent | test | - | -",
      "example.com/shop/cart.TestPrints | test | - | cart_test.go",
      "example.com/shop/cart.ExampleAdd | test | - | -",
    ])
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "Add(1, 2) = -1, want 3",
      'case "a b"\ngot:\n\t1\nwant:\n\t2',
      "boom\nsecond line",
      "failed",
      "after print",
      "got:\n-1\nwant:\n3",
    ])
  })

  it("lists the tests that ran when told of each", () => {
    const ran = ["TestCents", "TestNone", "TestNone/a"].map((name) => `example.com/shop/money.${name}`)
    expect(readFixture("go/test.ok-verbose").parsed).toEqual({
      diagnostics: [],
      tests_run: 3,
      ran_test_ids: ran,
    })
    const verbose = readFixture("go/test.verbose").parsed
    expect(verbose.tests_run).toBe(13)
    expect(verbose.ran_test_ids).toEqual(readFixture("go/test.json").parsed.ran_test_ids)
    expect(verbose.ran_test_ids).not.toContain("example.com/shop/cart.TestSkipped")
  })

  it("does not know how many ran when a package only says ok", () => {
    const nothing = { diagnostics: [], tests_run: null, ran_test_ids: null }
    expect(readFixture("go/test.ok").parsed).toEqual(nothing)
    expect(readFixture("go/test.cached").parsed).toEqual(nothing)
    expect(readFixture("go/test.default").parsed.tests_run).toBeNull()
    expect(readFixture("go/test.none").parsed).toEqual({ diagnostics: [], tests_run: 0, ran_test_ids: [] })
    expect(goTestParser.parse("?   \texample.com/a\t[no test files]\n")?.tests_run).toBe(0)
  })

  it.each(["go/panic.default", "go/panic.verbose", "go/panic.json"])("gives %s to its test", (name) => {
    expect(readFixture(name).parsed.diagnostics).toEqual([
      {
        kind: "test",
        test_id: "example.com/shop/panics.TestNil/inner",
        code: "panic",
        message: "panic: assignment to entry in nil map",
        location: { path: "/home/dev/shop-go/panics/panics_test.go", line: 10 },
      },
    ])
  })

  it.each(["go/timeout.default", "go/timeout.verbose"])("gives %s to the test that hangs", (name) => {
    expect(readFixture(name).parsed.diagnostics).toEqual([
      {
        kind: "timeout",
        test_id: "example.com/shop/slow.TestSleeps",
        code: "timeout",
        message: "test timed out after 300ms",
      },
    ])
  })

  it("takes the tests that a newer go says were running", () => {
    const text =
      "panic: test timed out after 1s\n\trunning tests:\n\t\tTestA (1s)\n\t\tTestA/b (1s)\n\ngoroutine 3 [running]:\nx()\nFAIL\tm/p\t1.0s\n"
    expect(goTestParser.parse(text)?.diagnostics.map(({ test_id }) => test_id)).toEqual(["m/p.TestA/b"])
  })

  it.each(["go/race.default", "go/race.verbose"])("reads %s", (name) => {
    const { diagnostics } = readFixture(name).parsed
    expect(summary(diagnostics)).toEqual(["example.com/shop/races.TestRace | test | race | -"])
  })

  it.each(["go/build.test", "go/build.json"])("reads what did not compile in %s", (name) => {
    const { diagnostics, tests_run } = readFixture(name).parsed
    expect(diagnostics.map(({ kind, message, location }) => [kind, location?.path, message])).toEqual([
      ["build", "broken/broken.go", 'imported and not used: "fmt"'],
      ["build", "broken/broken.go", "undefined: missing"],
      ["build", "broken/broken_test.go", "too many arguments in call to Total\nhave (number)\nwant ()"],
      [
        "build",
        "unbuilt/unbuilt_test.go",
        'cannot use "text" (untyped string constant) as int value in variable declaration',
      ],
      ["build", "unbuilt/unbuilt_test.go", "undefined: undefinedCall"],
    ])
    expect(tests_run).toBe(name.endsWith("json") ? 3 : null)
  })

  it("tells vet, syntax, packages and the network apart", () => {
    const kinds = (name: string) => readFixture(`go/${name}`).parsed.diagnostics.map(({ kind }) => kind)
    expect(kinds("build.vet")).toEqual(["build", "lint"])
    expect(kinds("build.vet-test")).toEqual(["lint"])
    expect(kinds("setup.syntax")).toEqual(["build"])
    expect(kinds("setup.test")).toEqual(["build", "build"])
    expect(kinds("setup.unlisted")).toEqual(["build"])
    expect(kinds("setup.unreachable")).toEqual(["environment"])
    expect(readFixture("go/exit.default").parsed.diagnostics).toEqual([
      {
        kind: "runtime",
        code: "exit",
        message: "database is not there",
        location: { path: "example.com/shop/exits" },
      },
    ])
  })

  it("reads the lines of golangci-lint", () => {
    const text = "cart/cart.go:3:6: func `unused` is unused (unused)\n"
    expect(goTestParser.parse(text)?.diagnostics).toEqual([
      {
        kind: "lint",
        code: "unused",
        message: "func `unused` is unused",
        location: { path: "cart/cart.go", line: 3, column: 6 },
      },
    ])
  })

  it("keeps a test without its package when the end is cut off", () => {
    const text = fixture("go/test.default")
    const cut = goTestParser.parse(text.slice(0, text.indexOf("--- FAIL: TestSilent")))
    expect(cut?.diagnostics.map(({ test_id }) => test_id)).toEqual([
      "TestAdd",
      "TestTable/a_b",
      "TestTable/deep/er",
    ])
    expect(cut?.tests_run).toBeNull()
  })

  it("makes the same signature of two runs, whatever else they print", () => {
    const text = fixture("go/panic.default")
    const again = text.replaceAll("0.007s", "1.312s").replaceAll("0xc000007a00", "0xc000451d40")
    expect(again).not.toBe(text)
    expect(signature(again)).toEqual(signature(text))
    const [first, ...others] = CART.map((name) => signatureOf(diagnoseFixture(name), {}))
    for (const other of others) expect(other).toEqual(first)
  })

  it("makes another signature when a failure is mended, or is another", () => {
    const text = fixture("go/test.default")
    const mended = text.replace(/--- FAIL: TestAdd .*\n.*\n/, "")
    expect(signature(mended)).not.toEqual(signature(text))
    expect(signature(text.replace("= -1, want 3", "= 4, want 3"))).not.toEqual(signature(text))
  })

  it("leaves the panic of a program that is not a test alone", () => {
    const text = "panic: no price\n\ngoroutine 1 [running]:\nmain.main()\n\t/home/dev/shop/main.go:5 +0x49\n"
    expect(goTestParser.recognises(text, undefined)).toBe(false)
  })

  it("leaves other texts alone", () => {
    const others = ["node.20.spec", "vitest.default", "pytest.verbose", "pytest.collection"]
    expect(others.filter((name) => goTestParser.recognises(fixture(name), undefined))).toEqual([])
    expect(goTestParser.recognises("FAIL\nok then\nsee cart.go for more", undefined)).toBe(false)
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(goTestParser, ALL)).toEqual([])
  })
})
