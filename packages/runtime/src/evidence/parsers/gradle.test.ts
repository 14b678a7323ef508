import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { gradleParser } from "./gradle.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const ALL = ["default", "plain", "full", "ok", "none", "compile", "dependency", "task", "script", "new"].map(
  (name) => `java/gradle.${name}`,
)
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})

describe("gradleParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("gradle")
  })

  it("reads JUnit 5 as newer versions print it", () => {
    const { diagnostics, tests_run } = readFixture("java/gradle.new").parsed
    expect(summary(diagnostics)).toEqual([
      "CartTest.adds | test | AssertionFailedError | CartTest.java",
      "CartTest.each[2] | test | AssertionFailedError | CartTest.java",
    ])
    expect(tests_run).toBe(5)
  })

  it("lists the tests that ran when it is told to print them", () => {
    const full = readFixture("java/gradle.full").parsed
    expect(full.ran_test_ids).toHaveLength(11)
    expect(full.ran_test_ids).toContain("shop.CartTest.fine")
    expect(full.ran_test_ids).not.toContain("shop.CartTest.leftOut")
    expect(readFixture("java/gradle.default").parsed.ran_test_ids).toBeNull()
  })

  it("does not know what ran in a quiet run, and knows when nothing did", () => {
    expect(readFixture("java/gradle.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: null,
      ran_test_ids: null,
    })
    const none = readFixture("java/gradle.none").parsed
    expect(none.tests_run).toBe(0)
    expect(none.diagnostics.map(({ kind, code }) => [kind, code])).toEqual([["test", ":test"]])
    expect(gradleParser.parse("> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n")?.tests_run).toBe(0)
    expect(gradleParser.parse("> Task :a:test NO-SOURCE\n> Task :b:test\n")?.tests_run).toBeNull()
  })

  it("says why a build failed, unless compiler or tests have said it", () => {
    const told = (name: string) => readFixture(`java/gradle.${name}`).parsed.diagnostics
    expect(told("dependency").map(({ kind }) => kind)).toEqual(["environment"])
    expect(told("task")).toEqual([
      { kind: "build", message: "Task 'nonsense' not found in root project 'shop-java'." },
    ])
    expect(told("script")).toEqual([
      {
        kind: "build",
        message:
          "A problem occurred evaluating root project 'shop-java'.\n> Could not find method nonsense() for arguments [here] on root project 'shop-java' of type org.gradle.api.Project.",
        location: { path: "/home/dev/shop-java/build.gradle", line: 2 },
      },
    ])
    expect(told("compile")).toHaveLength(6)
    const undeclared = fixture("java/gradle.dependency").replace(
      /> No cached version.*/,
      "> Could not find com.example.nowhere:gone:1.0.",
    )
    expect(gradleParser.parse(undeclared)?.diagnostics.map(({ kind }) => kind)).toEqual(["build"])
  })

  it("reads the errors of Kotlin", () => {
    const text =
      "> Task :compileKotlin FAILED\ne: file:///home/dev/shop/Cart.kt:3:5 Unresolved reference: missing\n"
    expect(gradleParser.parse(text)?.diagnostics).toEqual([
      {
        kind: "build",
        message: "Unresolved reference: missing",
        location: { path: "/home/dev/shop/Cart.kt", line: 3, column: 5 },
      },
    ])
  })

  it("makes another signature when a test is mended", () => {
    const text = fixture("java/gradle.full")
    const mended = text.replace(/shop\.CartTest > adds FAILED[^]*?\n\n/, "").replace("8 failed", "7 failed")
    expect(signature(mended)).not.toEqual(signature(text))
    expect(signature(text.replace("but was:<-1>", "but was:<4>"))).not.toEqual(signature(text))
  })

  it("leaves other texts alone", () => {
    const others = ["java/ant.plain", "java/maven.default", "java/junit4.default", "java/javac.default"]
    expect(others.filter((name) => gradleParser.recognises(fixture(name), undefined))).toEqual([])
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(gradleParser, ALL)).toEqual([])
  })
})
