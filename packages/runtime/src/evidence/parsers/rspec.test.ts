import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { rspecParser } from "./rspec.ts"

const SPEC = "spec/sum_spec.rb"
const FAILED = [
  `Sum adds | test | - | ${SPEC}`,
  `Sum is three | test | - | ${SPEC}`,
  `Sum is fixed by now | test | - | ${SPEC}`,
  `Sum#inner compares hashes | test | - | ${SPEC}`,
  `Sum#inner compares lines | test | - | ${SPEC}`,
  `Sum#inner raises | test | NoMethodError | ${SPEC}`,
  `Sum#inner raises with a cause | test | KeyError | ${SPEC}`,
  `Sum#inner fails twice | test | - | ${SPEC}`,
  `Sum#inner is one, given 2 | test | - | ${SPEC}`,
  `Sum#inner is expected to be empty | test | - | ${SPEC}`,
  `Sum#inner takes too long | timeout | Timeout::Error | ${SPEC}`,
  `Sum with a hook never gets here | test | RuntimeError | ${SPEC}`,
  `Sum with a hook for all never gets here either | test | RuntimeError | ${SPEC}`,
]
const BROKEN = ["gem | LoadError", "missing | LoadError", "name | NameError", "syntax | SyntaxError"].map(
  (line) => {
    const [file, code] = line.split(" | ")
    return `- | build | ${code} | broken/${file}_spec.rb`
  },
)

function signature(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature
}

describe("rspecParser", () => {
  it.each(["default", "documentation", "colour", "json"])("reads every failure of rspec.%s", (name) => {
    const { parsed, parser } = readFixture(`ruby/rspec.${name}`)
    expect(parser).toBe("rspec")
    expect(summary(parsed.diagnostics)).toEqual(FAILED)
    expect(parsed.tests_run).toBe(15)
  })

  it("keeps what is compared, without sources, frames and highlights", () => {
    const found = readFixture("ruby/rspec.default").parsed.diagnostics
    expect(found.map(({ message }) => message)).toEqual([
      "expected: 3\n     got: -1\n\n(compared using ==)",
      "expected: 3\n     got: 2\n\n(compared using ==)",
      "Expected pending 'old bug' to fail. No error was raised.",
      "expected: {:a=>1, :b=>[1, 3]}\n     got: {:a=>1, :b=>[1, 2]}\n\n(compared using ==)\n\nDiff:\n@@ -1,3 +1,3 @@\n :a => 1,\n-:b => [1, 3],\n+:b => [1, 2],",
      'expected: "one\\n2\\nthree"\n     got: "one\\ntwo\\nthree"\n\n(compared using ==)\n\nDiff:\n@@ -1,4 +1,4 @@\n one\n-2\n+two\n three',
      "undefined method `upcase' for nil:NilClass",
      "no such\n\nthing",
      "Got 2 failures:\n\n       expected: 2\n            got: 1\n\n       (compared using ==)\n\n       expected: 4\n            got: 3\n\n       (compared using ==)",
      "expected: 1\n     got: 2\n\n(compared using ==)",
      "expected `[1].empty?` to be truthy, got false",
      "execution expired",
      "hook bad",
      "hook for all bad",
    ])
    expect(found[0]?.location).toEqual({ path: SPEC, line: 10 })
    expect(readFixture("ruby/rspec.backtrace").parsed.diagnostics).toEqual(found.slice(0, 1))
  })

  it("words most failures of JSON alike", () => {
    const text = readFixture("ruby/rspec.default").parsed.diagnostics
    const json = readFixture("ruby/rspec.json").parsed.diagnostics
    const other = json.filter((found, index) => found.message !== text[index]?.message)
    expect(other.map(({ test_id }) => test_id)).toEqual(["Sum is fixed by now", "Sum#inner fails twice"])
    expect(other[1]?.message).not.toContain("sum_spec.rb")
  })

  it("lists the examples that ran, where the format does", () => {
    const ran = [
      ...FAILED.slice(0, 1).map((line) => line.split(" | ")[0]),
      "Sum is fine",
      ...FAILED.slice(1, 8).map((line) => line.split(" | ")[0]),
      "Sum#inner is one, given 1",
      ...FAILED.slice(8).map((line) => line.split(" | ")[0]),
    ]
    expect(readFixture("ruby/rspec.documentation").parsed.ran_test_ids).toEqual(ran)
    expect(readFixture("ruby/rspec.json").parsed.ran_test_ids).toEqual(ran)
    expect(readFixture("ruby/rspec.default").parsed.ran_test_ids).toBeNull()
  })

  it.each(["ok-documentation", "ok-json"])("reads a passing run: rspec.%s", (name) => {
    expect(readFixture(`ruby/rspec.${name}`)).toEqual({
      parser: "rspec",
      parsed: { diagnostics: [], tests_run: 2, ran_test_ids: ["things are good", "things are still good"] },
    })
    expect(readFixture("ruby/rspec.ok").parsed).toEqual({ diagnostics: [], tests_run: 2, ran_test_ids: null })
  })

  it.each([
    ["broken", BROKEN],
    ["broken-json", BROKEN],
    ["missing", ["- | build | LoadError | nowhere_spec.rb"]],
    ["outside", []],
    ["empty", []],
  ])("knows that nothing ran: rspec.%s", (name, lines) => {
    const { parsed, parser } = readFixture(`ruby/rspec.${name}`)
    expect(parser).toBe("rspec")
    expect(summary(parsed.diagnostics)).toEqual(lines)
    expect(parsed.tests_run).toBe(0)
  })

  it("reads the error of a hook around all examples", () => {
    const text = [
      "An error occurred in a `before(:suite)` hook.",
      "Failure/Error: connect",
      "",
      "RuntimeError:",
      "  no database",
      "# ./spec/spec_helper.rb:3:in `block'",
      "",
      "Finished in 0.001 seconds (files took 0.1 seconds to load)",
      "0 examples, 0 failures, 1 error occurred outside of examples",
    ]
    expect(rspecParser.parse(text.join("\n"))).toEqual({
      diagnostics: [
        {
          kind: "test",
          code: "RuntimeError",
          message: "a `before(:suite)` hook\nno database",
          location: { path: "spec/spec_helper.rb", line: 3 },
        },
      ],
      tests_run: 0,
      ran_test_ids: [],
    })
  })

  it("makes the same signature in any order, and another one once a failure is fixed", () => {
    const text = fixture("ruby/rspec.default")
    const random = signatureOf(diagnoseFixture("ruby/rspec.random"), {}).signature
    expect(random).toBe(signature(text))
    expect(signature(fixture("ruby/rspec.documentation"))).toBe(random)
    expect(signature(fixture("ruby/rspec.colour"))).toBe(random)
    expect(signature(text.replaceAll(/rb:\d+/g, "rb:77").replace("0.0", "7.7"))).toBe(random)
    expect(signature(text.replace("got: -1", "got: -2"))).not.toBe(random)
    const second = text.indexOf("  2) Sum is three")
    const fixed = text.slice(0, second) + text.slice(text.indexOf("  3) Sum is fixed"))
    expect(signature(fixed)).not.toBe(random)
  })

  it("reads what is left of a cut output, and noise around it", () => {
    const text = fixture("ruby/rspec.first")
    const whole = rspecParser.parse(text)
    expect(rspecParser.parse(`$ rake spec\n${text}rake aborted!\n`)).toEqual(whole)
    const cut = text.slice(0, text.indexOf("Finished in"))
    expect(rspecParser.recognises(cut, undefined)).toBe(true)
    expect(rspecParser.parse(cut)).toEqual({ ...whole, tests_run: null })
    expect(rspecParser.parse(`${text}${text}`)?.tests_run).toBe(2)
    expect(rspecParser.parse("no examples here")).toBeNull()
  })

  it("takes no line that a test prints for an example", () => {
    const text = fixture("ruby/rspec.ok-documentation").replace(
      "  are still good",
      "  printed\n  are still good",
    )
    expect(rspecParser.parse(text)).toMatchObject({ tests_run: 2, ran_test_ids: null })
  })
})
