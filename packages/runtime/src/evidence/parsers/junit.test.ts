import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { junitParser } from "./junit.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const ALL = [
  ...["default", "one", "ok"].map((name) => `java/junit4.${name}`),
  "java/junit5.default",
  "java/junit5.ok",
  "java/defects4j",
]
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})

describe("junitParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("junit")
  })

  it("reads the failures of the JUnit 5 console", () => {
    const { diagnostics, tests_run } = readFixture("java/junit5.default").parsed
    expect(summary(diagnostics)).toEqual([
      "shop.FiveTest.sleeps | timeout | AssertionFailedError | shop/FiveTest.java",
      "shop.FiveTest.adds | test | AssertionFailedError | shop/FiveTest.java",
      "shop.FiveTest.each[2] | test | AssertionFailedError | shop/FiveTest.java",
      "shop.FiveTest.named | test | AssertionFailedError | shop/FiveTest.java",
      "shop.FiveTest$Inner.deep | test | MultipleFailuresError | shop/FiveTest.java",
    ])
    expect(diagnostics[1]?.message).toBe(
      "org.opentest4j.AssertionFailedError: adding ==> expected: <3> but was: <-1>",
    )
    expect(diagnostics[3]?.message).toBe("org.opentest4j.AssertionFailedError: boom\nsecond line")
    expect(tests_run).toBe(7)
  })

  it("reads passing runs", () => {
    expect(readFixture("java/junit4.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 2,
      ran_test_ids: null,
    })
    expect(readFixture("java/junit5.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 1,
      ran_test_ids: null,
    })
    expect(junitParser.parse("JUnit version 4.13.2\n\nTime: 0\n\nOK (0 tests)\n")?.tests_run).toBe(0)
  })

  it("reads a class that cannot be found", () => {
    expect(readFixture("java/junit4.one").parsed.diagnostics.map(({ message }) => message)).toEqual([
      "java.lang.IllegalArgumentException: Could not find class [shop.Gone]\nCaused by: java.lang.ClassNotFoundException: shop.Gone",
    ])
  })

  it("reads JUnit 3, whose trace begins on the line of the name", () => {
    const text =
      ".F.\nTime: 0.01\nThere was 1 failure:\n1) testAdds(shop.OldTest)junit.framework.AssertionFailedError: expected:<3> but was:<-1>\n\tat shop.OldTest.testAdds(OldTest.java:9)\n\nFAILURES!!!\nTests run: 2,  Failures: 1,  Errors: 0\n"
    expect(junitParser.recognises(text, undefined)).toBe(true)
    expect(junitParser.parse(text)).toEqual({
      diagnostics: [
        {
          kind: "test",
          test_id: "shop.OldTest.testAdds",
          code: "AssertionFailedError",
          message: "junit.framework.AssertionFailedError: expected:<3> but was:<-1>",
          location: { path: "shop/OldTest.java", line: 9 },
        },
      ],
      tests_run: 2,
      ran_test_ids: null,
    })
  })

  it("reads lists of failing tests", () => {
    expect(readFixture("java/defects4j").parsed).toEqual({
      diagnostics: [
        { kind: "test", test_id: "shop.CartTest.adds", message: "failed" },
        { kind: "test", test_id: "shop.CartTest.truth", message: "failed" },
      ],
      tests_run: null,
      ran_test_ids: null,
    })
    expect(junitParser.parse("Failing tests: 0\n")?.diagnostics).toEqual([])
    const traced =
      "--- shop.CartTest::adds\njava.lang.AssertionError: no\n\tat shop.CartTest.adds(CartTest.java:3)\n"
    expect(junitParser.recognises(traced, undefined)).toBe(true)
    expect(junitParser.parse(traced)?.diagnostics.map(({ test_id, message }) => [test_id, message])).toEqual([
      ["shop.CartTest.adds", "java.lang.AssertionError: no"],
    ])
    expect(signature(fixture("java/defects4j").replace("  - shop.CartTest::truth\n", ""))).not.toEqual(
      signature(fixture("java/defects4j")),
    )
  })

  it("leaves other texts alone", () => {
    const others = ["java/maven.default", "java/ant.plain", "java/gradle.default", "vitest.default"]
    expect(others.filter((name) => junitParser.recognises(fixture(name), undefined))).toEqual([])
    const phpunit = "There was 1 failure:\n\n1) Shop\\CartTest::testAdds\nFailed asserting.\n\nFAILURES!\n"
    expect(junitParser.recognises(phpunit, undefined)).toBe(false)
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(junitParser, ALL)).toEqual([])
  })
})
