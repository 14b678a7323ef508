import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { junitXmlParser } from "./junit_xml.ts"

const sign = (output: string) =>
  signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature
const read = (name: string) => {
  const { parsed, parser } = readFixture(`javascript/${name}`)
  expect(parser).toBe("junit_xml")
  const found = summary(parsed.diagnostics).map((line) => line.replaceAll(/\/home\/dev\/js\/\w+\//g, ""))
  return { ...parsed, found }
}
const messageOf = (xml: string) => junitXmlParser.parse(xml)?.diagnostics[0]?.message

describe("junitXmlParser", () => {
  it.each(["vitest.3.junit", "vitest.4.junit"])("reads %s as the default reporter is read", (name) => {
    const { found, tests_run, ran_test_ids, diagnostics } = read(name)
    expect(found).toEqual([
      "hooks.test.ts > snap | test | Error | hooks.test.ts",
      "hooks.test.ts > hooks | test | Error | hooks.test.ts",
      "- | build | Error | missing.test.ts",
      "- | build | Error | package.test.ts",
      "sum.test.ts > adds | test | AssertionError | sum.test.ts",
      "sum.test.ts > suite a > deep | test | AssertionError | sum.test.ts",
      "sum.test.ts > suite a > inner > throws | test | TypeError | sum.test.ts",
      "sum.test.ts > suite a > inner > multi | test | Error | sum.test.ts",
      "sum.test.ts > suite a > inner > node assert | test | AssertionError | sum.test.ts",
      "sum.test.ts > suite a > slow | timeout | Error | sum.test.ts",
      "sum.test.ts > suite a > each 2 | test | AssertionError | sum.test.ts",
      "- | build | Error | syntax.test.ts",
    ])
    expect(tests_run).toBe(12)
    expect(ran_test_ids).toContain("sum.test.ts > suite a > ok")
    expect(ran_test_ids).not.toContain("sum.test.ts > suite a > skipped")
    expect(diagnostics[4]?.message).toBe(
      "AssertionError: expected -1 to be 3 // Object.is equality\n\n- Expected\n+ Received\n\n- 3\n+ -1",
    )
  })

  it("reads vitest 2", () => {
    expect(read("vitest.2.junit").found).toHaveLength(12)
  })

  it.each(["20", "22", "24"])("reads node:test %s by the path of names", (version) => {
    const { found, tests_run, ran_test_ids, diagnostics } = read(`junit.node-${version}`)
    expect(found).toEqual([
      "adds | test | ERR_ASSERTION | test/sum.test.mjs",
      "suite a > throws <b> | test | TypeError | test/sum.test.mjs",
      "suite a > inner > deep | test | ERR_ASSERTION | test/sum.test.mjs",
    ])
    expect(tests_run).toBe(4)
    expect(ran_test_ids).toContain("suite a > fine")
    expect(diagnostics[0]?.message).toBe("Expected values to be strictly equal:\n\n-1 !== 3")
  })

  it("reads pytest", () => {
    const { found, tests_run, ran_test_ids, diagnostics } = read("junit.pytest")
    expect(found).toEqual([
      "- | build | ModuleNotFoundError | test_import.py",
      "test_sum > test_add | test | - | test_sum.py",
      "test_sum.TestThing > test_raises | test | AttributeError | test_sum.py",
      "test_sum.TestThing > test_param[a & b] | test | - | test_sum.py",
      "test_sum.TestThing > test_param[<c>] | test | - | test_sum.py",
      "test_sum > test_fix | test | RuntimeError | test_sum.py",
    ])
    expect(tests_run).toBe(6)
    expect(ran_test_ids).not.toContain("test_sum > test_sk")
    expect(diagnostics[1]?.message).toBe("assert (1 - 2) == 3")
  })

  it.each(["junit.jest-29", "junit.jest-30"])("reads %s", (name) => {
    const { found, tests_run } = read(name)
    expect(found.toSorted()).toEqual(
      [
        "hooks never | test | Error | test/hooks.test.js",
        "each hook one | test | TypeError | test/hooks.test.js",
        "each hook two | test | TypeError | test/hooks.test.js",
        "snap | test | Error | test/hooks.test.js",
        "inline | test | Error | test/hooks.test.js",
        "cause | test | Error | test/hooks.test.js",
        "focused | test | Error | test/only.test.js",
      ].toSorted(),
    )
    expect(tests_run).toBe(10)
  })

  it.each(["junit.mocha-10", "junit.mocha-11"])("reads %s", (name) => {
    const { found, tests_run, diagnostics } = read(name)
    expect(new Set(found)).toEqual(
      new Set([
        "adds | test | ERR_ASSERTION | test/sum.js",
        "suite a > deep | test | ERR_ASSERTION | test/sum.js",
        "suite a > slow | timeout | Error | test/sum.js",
        "suite a > done twice | test | Error | test/sum.js",
        "suite a > each 2 | test | ERR_ASSERTION | test/sum.js",
        "suite a inner: odd > throws | test | TypeError | test/sum.js",
        "suite a inner: odd > multi | test | Error | test/sum.js",
        "suite a inner: odd > plain object | test | Error | test/sum.js",
        "suite a inner: odd > string thrown | test | Error | test/sum.js",
        "hooks | test | Error | test/sum.js",
        "each hook | test | TypeError | test/sum.js",
      ]),
    )
    expect(tests_run).toBe(12)
    expect(diagnostics[0]?.message).toContain("--1\n      +3")
  })

  it("reads a passing report", () => {
    expect(read("vitest.4.ok-junit")).toMatchObject({
      diagnostics: [],
      tests_run: 1,
      ran_test_ids: ["sum.test.ts > suite a > ok", "sum.test.ts > suite a", "sum.test.ts"],
    })
  })

  it("makes the same signature whatever the time took, and another for another failure", () => {
    const text = fixture("javascript/junit.pytest")
    const later = text.replaceAll(/ time(?:stamp)?="[^"]{1,64}"/g, ' time="9.75"')
    expect(later).not.toBe(text)
    expect(sign(later)).toBe(sign(text))
    expect(sign(text.replaceAll("assert (1 - 2) == 3", "assert (1 - 2) == 4"))).not.toBe(sign(text))
    expect(sign(text.replace("<failure", "<passed"))).not.toBe(sign(text))
  })

  it("reads what other producers write", () => {
    const surefire =
      '<testsuite name="com.acme.SumTest" tests="3" errors="1"><properties><property name="a" value="b"/></properties><testcase name="adds" classname="com.acme.SumTest" time="0.01"><failure message="expected: &lt;3&gt; but was: &lt;-1&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>\n\tat com.acme.SumTest.adds(SumTest.java:12)\n\t... 3 more\n]]></failure></testcase><testcase name="boom" classname="com.acme.SumTest"><error type="java.lang.IllegalStateException">java.lang.IllegalStateException\n\tat com.acme.Sum.of(Sum.java:3)\n</error><system-out>a < b & c</system-out></testcase><testcase name="later" classname="com.acme.SumTest"><skipped/></testcase></testsuite>'
    const parsed = junitXmlParser.parse(surefire)
    expect(summary(parsed?.diagnostics ?? [])).toEqual([
      "com.acme.SumTest > adds | test | AssertionFailedError | -",
      "com.acme.SumTest > boom | test | IllegalStateException | -",
    ])
    expect(parsed?.diagnostics[0]?.message).toBe(
      "org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>",
    )
    expect(parsed?.tests_run).toBe(2)
    const go =
      '<testsuites><testsuite name="shop" tests="1"><testcase classname="shop" name="TestSum/one"><failure message="Failed" type="">    sum_test.go:9: got -1, want 3&#xA;</failure></testcase></testsuite></testsuites>'
    expect(junitXmlParser.parse(go)?.diagnostics).toEqual([
      { kind: "test", test_id: "shop > TestSum/one", message: "Failed\nsum_test.go:9: got -1, want 3" },
    ])
  })

  it.each([
    ["&lt;a&gt; &amp;lt; &#65;&#x42; &quot;&apos;", "<a> &lt; AB \"'"],
    ["&unknown; &#0; &#1114112; & &", "&unknown; &#0; &#1114112; & &"],
    ["<![CDATA[<failure> & ]]>", "<failure> &"],
    ["<!-- no -->told<?php no ?>", "told"],
  ])("reads the text %j", (text, message) => {
    const xml = `<testsuite><testcase name="a"><failure>${text}</failure></testcase></testsuite>`
    expect(messageOf(xml)).toBe(message)
  })

  it("expands no entity of its own", () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>'
    expect(
      messageOf(`${bomb}<testsuite><testcase name="a"><failure>&c;</failure></testcase></testsuite>`),
    ).toBe("&c;")
  })

  it("reads a report that is cut off, and knows that it is", () => {
    const text = fixture("javascript/vitest.4.junit")
    for (const cut of [text.slice(2000), text.slice(0, 4000)]) {
      const parsed = junitXmlParser.parse(cut)
      expect(parsed?.diagnostics.length).toBeGreaterThan(1)
      expect(parsed).toMatchObject({ tests_run: null, ran_test_ids: null })
    }
  })

  it("adds up several reports, with other output around them", () => {
    const one = '<testsuite><testcase name="a"/></testsuite>'
    expect(junitXmlParser.parse(`if (a < b) x > y\n${one}\nnpm test\n${one}`)?.tests_run).toBe(2)
    expect(junitXmlParser.parse("no <report> here")).toBeNull()
  })
})
