import { describe, expect, it } from "vitest"
import { antParser } from "./ant.ts"
import { fixture, readFixture } from "./fixture.fixture.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const ALL = ["plain", "brief", "summary", "ok", "compile", "target"].map((name) => `java/ant.${name}`)

describe("antParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("ant")
  })

  it("lists the tests that ran when the formatter does", () => {
    const plain = readFixture("java/ant.plain").parsed
    expect(plain.ran_test_ids).toHaveLength(11)
    expect(plain.ran_test_ids).not.toContain("shop.CartTest.leftOut")
    expect(readFixture("java/ant.brief").parsed).toMatchObject({ tests_run: 11, ran_test_ids: null })
    expect(readFixture("java/ant.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 2,
      ran_test_ids: ["shop.FineTest.one", "shop.FineTest.two"],
    })
  })

  it("says why a build failed, unless compiler or tests have said it", () => {
    expect(readFixture("java/ant.target").parsed.diagnostics).toEqual([
      { kind: "build", message: 'Target "nonsense" does not exist in the project "shop".' },
    ])
    expect(readFixture("java/ant.compile").parsed.diagnostics).toHaveLength(6)
    expect(
      antParser.parse("Buildfile: build.xml\n\nBUILD FAILED\nbuild.xml:9: no such thing\n")?.diagnostics,
    ).toEqual([{ kind: "build", message: "no such thing", location: { path: "build.xml", line: 9 } }])
  })

  it("reads a suite that crashed", () => {
    const text = "    [junit] Running shop.CartTest\n    [junit] Test shop.CartTest FAILED (crashed)\n"
    expect(antParser.parse(text)?.diagnostics).toEqual([
      { kind: "runtime", code: "exit", test_id: "shop.CartTest", message: "crashed" },
    ])
  })

  it("leaves other texts alone", () => {
    const others = ["java/maven.default", "java/gradle.full", "java/junit4.default", "java/javac.default"]
    expect(others.filter((name) => antParser.recognises(fixture(name), undefined))).toEqual([])
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(antParser, ALL)).toEqual([])
  })
})
