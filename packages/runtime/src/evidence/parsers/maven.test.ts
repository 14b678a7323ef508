import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { mavenParser } from "./maven.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const ALL = [
  "default",
  "colour",
  "quiet",
  "ok",
  "none",
  "skipped",
  "goal",
  "dependency",
  "compile",
  "test-compile",
  "surefire-2-12",
  "surefire-3",
].map((name) => `java/maven.${name}`)
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})

describe("mavenParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("maven")
  })

  it.each(["java/maven.compile", "java/maven.test-compile"])("reads each error of %s once", (name) => {
    const { diagnostics, tests_run } = readFixture(name).parsed
    expect(diagnostics.map(({ location, message }) => [location?.line, message])).toEqual([
      [4, "package shop.nowhere does not exist"],
      [9, "cannot find symbol\nsymbol:   class Thing\nlocation: class shop.Types"],
      [7, "incompatible types: java.lang.String cannot be converted to int"],
      [10, "cannot find symbol\nsymbol:   variable undeclared\nlocation: class shop.Types"],
      [
        11,
        "incompatible types: inference variable E has incompatible bounds\nequality constraints: java.lang.String\nlower bounds: java.lang.Integer",
      ],
      [12, "cannot find symbol\nsymbol: method missing(int)"],
    ])
    expect(new Set(diagnostics.map(({ kind }) => kind))).toEqual(new Set(["build"]))
    expect(tests_run).toBeNull()
  })

  it("reads what Surefire 2.12 printed", () => {
    const { diagnostics, tests_run } = readFixture("java/maven.surefire-2-12").parsed
    expect(summary(diagnostics)).toEqual([
      "shop.CartTest.adds | test | AssertionError | shop/CartTest.java",
      "shop.CartTest.truth | test | AssertionError | shop/CartTest.java",
      "shop.CartTest.throwsUp | test | IllegalArgumentException | shop/Cart.java",
    ])
    expect(tests_run).toBe(5)
  })

  it("reads what Surefire 3 prints", () => {
    const { diagnostics, tests_run } = readFixture("java/maven.surefire-3").parsed
    expect(summary(diagnostics)).toEqual([
      "shop.CartTest.adds | test | AssertionFailedError | shop/CartTest.java",
      "shop.CartTest.each[2] | test | AssertionFailedError | shop/CartTest.java",
      "shop.CartTest.throwsUp | test | IllegalArgumentException | shop/Cart.java",
    ])
    expect(tests_run).toBe(5)
  })

  it("falls back to the closing lists when the head is cut off", () => {
    const old = fixture("java/maven.surefire-2-12")
    const cut = mavenParser.parse(old.slice(old.indexOf("Results :")))
    expect(cut?.diagnostics.map(({ test_id, message }) => [test_id, message])).toEqual([
      ["shop.CartTest.adds", "expected:<3> but was:<-1>"],
      ["shop.CartTest.truth", "failed"],
      ["shop.CartTest.throwsUp", "no name"],
    ])
    expect(cut?.tests_run).toBe(5)
    const text = fixture("java/maven.surefire-3")
    const newer = mavenParser.parse(text.slice(text.indexOf("[INFO] Results:")))
    expect(newer?.diagnostics.map(({ test_id, message }) => [test_id, message])).toEqual([
      ["CartTest.adds", "expected: <3> but was: <-1>"],
      ["CartTest.each", "expected: <1> but was: <2>"],
      ["CartTest.throwsUp", "IllegalArgument no name"],
    ])
  })

  it("counts over several modules", () => {
    const text = fixture("java/maven.ok")
    expect(mavenParser.parse(text + text)?.tests_run).toBe(4)
    expect(readFixture("java/maven.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 2,
      ran_test_ids: null,
    })
    expect(readFixture("java/maven.skipped").parsed.tests_run).toBe(0)
    const none = readFixture("java/maven.none").parsed
    expect(none.tests_run).toBe(0)
    expect(none.diagnostics.map(({ kind, code }) => [kind, code])).toEqual([["test", "maven-surefire"]])
  })

  it("tells the environment from the build file", () => {
    const kinds = (text: string) => mavenParser.parse(text)?.diagnostics.map(({ kind }) => kind)
    expect(kinds(fixture("java/maven.dependency"))).toEqual(["environment"])
    expect(kinds(fixture("java/maven.goal"))).toEqual(["build"])
    const failed =
      "[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project a:b: "
    expect(kinds(`${failed}Could not transfer artifact c:d:jar:1 from/to central: Unknown host`)).toEqual([
      "environment",
    ])
    expect(kinds(`${failed}Could not find artifact c:d:jar:1 in central -> [Help 1]`)).toEqual(["build"])
    const checkstyle =
      "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-checkstyle-plugin:3.3.0:check (default) on project shop: You have 2 Checkstyle violations. -> [Help 1]"
    expect(mavenParser.parse(checkstyle)?.diagnostics.map(({ code }) => code)).toEqual(["maven-checkstyle"])
  })

  it("makes another signature when a test is mended", () => {
    const text = fixture("java/maven.surefire-3")
    const mended = text
      .replace(/\[ERROR\] shop\.CartTest\.adds [^]*?\n\n/, "")
      .replace(/\[ERROR\] {3}CartTest\.adds.*\n/, "")
    expect(signature(mended)).not.toEqual(signature(text))
    expect(signature(text.replace("but was: <-1>", "but was: <4>"))).not.toEqual(signature(text))
  })

  it("leaves other texts alone", () => {
    const others = ["java/ant.plain", "java/gradle.full", "java/junit4.default", "java/javac.default"]
    expect(others.filter((name) => mavenParser.recognises(fixture(name), undefined))).toEqual([])
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(mavenParser, ALL)).toEqual([])
  })
})
