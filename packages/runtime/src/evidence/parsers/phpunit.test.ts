import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { phpunitParser } from "./phpunit.ts"

const at = (file: string) => `/home/dev/phpshop/tests/${file}.php`
const OWN = [
  "testRaises | test | InvalidArgumentException",
  "testTypeError | test | TypeError",
  "testWarning | test | -",
  "testAdd | test | -",
  "testArray | test | -",
  "testLines | test | -",
  "testExpected | test | - | -",
  'testEach with data set "the second" | test | -',
  "testEach with data set #0 | test | -",
].map((line) => `Shop\\Tests\\SumTest::${line}${line.endsWith("- | -") ? "" : ` | ${at("SumTest")}`}`)
const ALL = [`HookTest::testNever | test | RuntimeException | ${at("HookTest")}`, ...OWN]
const ARRAYS =
  "Failed asserting that two arrays are equal.\n--- Expected\n+++ Actual\n@@ @@\n     'a' => 1\n     'b' => Array (\n         0 => 1\n-        1 => 2\n+        1 => 3\n     )\n )"

function signature(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature
}

describe("phpunitParser", () => {
  it.each([
    ["default", ALL, 15],
    ["verbose", ALL, 15],
    ["colour", ALL, 15],
    ["debug", OWN, 14],
    ["first", OWN.slice(3, 4), 1],
  ])("reads phpunit.%s", (name, lines, tests_run) => {
    const { parsed, parser } = readFixture(`php/phpunit.${name}`)
    expect(parser).toBe("phpunit")
    expect(summary(parsed.diagnostics)).toEqual(lines)
    expect(parsed).toMatchObject({ tests_run, ran_test_ids: null })
  })

  it("keeps what is compared, without places, causes and stacks", () => {
    const { diagnostics } = readFixture("php/phpunit.default").parsed
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "RuntimeException: no database",
      "InvalidArgumentException: no such\n\nthing",
      "TypeError: strlen(): Argument #1 ($string) must be of type string, array given",
      'Undefined array key "nowhere"',
      "the sum\nFailed asserting that -1 is identical to 3.",
      ARRAYS,
      "Failed asserting that two strings are identical.\n--- Expected\n+++ Actual\n@@ @@\n 'one\n-two\n+2\n three'",
      'Failed asserting that exception of type "LogicException" is thrown.',
      "b c\nFailed asserting that 2 is identical to 1.",
      "d\nFailed asserting that 3 is identical to 1.",
    ])
    expect(diagnostics[4]?.location).toEqual({ path: at("SumTest"), line: 6 })
  })

  it("reads testdox, with the tests that ran", () => {
    const { parsed, parser } = readFixture("php/phpunit.testdox")
    expect(parser).toBe("phpunit")
    const words =
      'Add|Array|Lines|Raises|Type error|Expected|Each with data set "the second"|Each with data set #0|Warning'
    const failed = words.split("|").map((name) => `Shop\\Tests\\Sum > ${name}`)
    expect(parsed.diagnostics.map(({ test_id }) => test_id)).toEqual(["Hook > Never", ...failed])
    expect(parsed.diagnostics[2]?.message).toBe(ARRAYS)
    expect(parsed.diagnostics[4]).toMatchObject({
      code: "InvalidArgumentException",
      message: "InvalidArgumentException: no such\n\nthing",
      location: { path: at("SumTest"), line: 11 },
    })
    expect(parsed.tests_run).toBe(15)
    expect(parsed.ran_test_ids).toHaveLength(15)
    expect(parsed.ran_test_ids).toEqual(expect.arrayContaining(["Hook > Never", ...failed]))
  })

  it.each([
    ["ok", 2, null],
    ["all-ok", 2, null],
    ["ok-testdox", 4, ["All > One", "All > Two", "Ok > One", "Ok > Two"]],
    ["empty", 0, []],
    ["none", 0, []],
  ])("reads a run without a failure: phpunit.%s", (name, tests_run, ran_test_ids) => {
    expect(readFixture(`php/phpunit.${name}`)).toEqual({
      parser: "phpunit",
      parsed: { diagnostics: [], tests_run, ran_test_ids },
    })
  })

  it("reads what keeps PHPUnit from running", () => {
    const read = (name: string) => readFixture(`php/phpunit.${name}`).parsed.diagnostics
    expect([...read("broken"), ...read("syntax"), ...read("missing"), ...read("option")]).toEqual([
      {
        kind: "build",
        code: "Error",
        message:
          "Error: Failed opening required '/home/dev/phpshop/broken/nowhere.php' (include_path='.:/usr/share/php')",
        location: { path: "/home/dev/phpshop/broken/MissingTest.php", line: 2 },
      },
      {
        kind: "build",
        code: "ParseError",
        message: 'ParseError: syntax error, unexpected token "{", expecting variable',
        location: { path: "/home/dev/phpshop/syntax/SyntaxTest.php", line: 2 },
      },
      { kind: "runtime", code: "usage", message: 'Cannot open file "nowhere".' },
      { kind: "runtime", code: "usage", message: 'Unknown option "--nowhere"' },
    ])
    expect(readFixture("php/phpunit.exit").parser).toBe("lines")
  })

  it("names classes without their namespace", () => {
    expect(summary(readFixture("php/phpunit.no-exit").parsed.diagnostics)).toEqual(
      [
        "testFatal | test | Error",
        "testMockMissing | test | UnknownTypeException",
        "testClass | test | Error",
      ].map((line) => `SlowTest::${line} | /home/dev/phpshop/strict/SlowTest.php`),
    )
  })

  it("reads the data sets of newer versions, and tests that were aborted", () => {
    const text = [
      "There were 2 failures:",
      "",
      '1) A\\BTest::testC with data set "x" with data (2, Object #41)',
      "Failed asserting that 2 is identical to 1.",
      "",
      "/home/dev/vendor/lib.php:3",
      "/home/dev/tests/BTest.php:9",
      "",
      "2) BTest::testSlow",
      "This test was aborted after 1 second",
      "",
      "FAILURES!",
      "Tests: 5, Assertions: 2, Failures: 2, PHPUnit Warnings: 1, Skipped: 1.",
    ]
    expect(phpunitParser.parse(text.join("\n"))).toEqual({
      diagnostics: [
        {
          kind: "test",
          message: "Failed asserting that 2 is identical to 1.",
          location: { path: "/home/dev/tests/BTest.php", line: 9 },
          test_id: 'A\\BTest::testC with data set "x"',
        },
        { kind: "timeout", message: "This test was aborted after 1 second", test_id: "BTest::testSlow" },
      ],
      tests_run: 4,
      ran_test_ids: null,
    })
  })

  it("makes the same signature of two runs, and another one once a failure is fixed", () => {
    const text = fixture("php/phpunit.default")
    const again = text
      .replace(/Time: .*/, "Time: 00:09.871, Memory: 6.00 MB")
      .replaceAll(/php:\d+/g, "php:77")
    expect(again).not.toBe(text)
    expect(signature(again)).toBe(signature(text))
    expect(signature(fixture("php/phpunit.colour"))).toBe(signature(text))
    expect(signature(text.replace("-1 is identical", "-2 is identical"))).not.toBe(signature(text))
    const fixed = text.slice(0, text.indexOf("3) Shop")) + text.slice(text.indexOf("4) Shop"))
    expect(signature(fixed)).not.toBe(signature(text))
  })

  it("reads what is left of a cut output, several runs, and noise around them", () => {
    const text = fixture("php/phpunit.first")
    const cut = text.slice(text.indexOf("There was"), text.indexOf("FAILURES!"))
    expect(phpunitParser.recognises(cut, undefined)).toBe(true)
    expect(phpunitParser.parse(cut)).toMatchObject({ tests_run: null, diagnostics: [{ kind: "test" }] })
    const both = phpunitParser.parse(`> phpunit\n${text}Script phpunit returned with error code 1\n${text}`)
    expect(both?.tests_run).toBe(2)
    expect(both?.diagnostics).toHaveLength(2)
    expect(phpunitParser.recognises("PHP Fatal error:  Uncaught Error: no in /a.php:1", undefined)).toBe(
      false,
    )
    expect(phpunitParser.recognises("Tests:       1 passed, 1 total", undefined)).toBe(false)
  })
})
