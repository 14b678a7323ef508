import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture } from "./fixture.fixture.ts"
import { javacParser } from "./javac.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const ALL = ["default", "raw", "syntax", "werror", "no-file", "release"].map((name) => `java/javac.${name}`)
const IN_BUILDS = ["java/gradle.compile", "java/ant.compile"]
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "build" }), {})
const told = (name: string) =>
  readFixture(name).parsed.diagnostics.map(({ location, message }) => [location?.line, message])

const TYPES = [
  [4, "package shop.nowhere does not exist"],
  [9, "cannot find symbol\nsymbol:   class Thing\nlocation: class Types"],
  [7, "incompatible types: String cannot be converted to int"],
  [10, "cannot find symbol\nsymbol:   variable undeclared\nlocation: class Types"],
  [
    11,
    "incompatible types: inference variable E has incompatible bounds\nequality constraints: String\nlower bounds: Integer",
  ],
  [12, "cannot find symbol\nsymbol: method missing(int)"],
]

describe("javacParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    const { parser, parsed } = readFixture(name)
    expect(parser).toBe("javac")
    expect(parsed).toMatchObject({ tests_run: null, ran_test_ids: null })
  })

  it.each(["java/javac.default", ...IN_BUILDS])("reads every error of %s, without the source", (name) => {
    expect(told(name)).toEqual(TYPES)
  })

  it("reads codes where javac gives them", () => {
    expect(readFixture("java/javac.raw").parsed.diagnostics[2]).toEqual({
      kind: "build",
      code: "compiler.err.prob.found.req",
      message: "(compiler.misc.inconvertible.types: java.lang.String, int)",
      location: { path: "Types.java", line: 7, column: 15 },
    })
    expect(readFixture("java/javac.default").parsed.diagnostics[0]).toEqual({
      kind: "build",
      message: "package shop.nowhere does not exist",
      location: { path: "bad/Types.java", line: 4 },
    })
  })

  it("takes warnings for errors only with -Werror", () => {
    expect(readFixture("java/javac.warnings").parser).toBe("lines")
    expect(readFixture("java/javac.werror").parsed.diagnostics.map(({ kind, code }) => [kind, code])).toEqual(
      [
        ["lint", "rawtypes"],
        ["lint", "unchecked"],
      ],
    )
  })

  it("tells a missing file from a missing release", () => {
    expect(readFixture("java/javac.no-file").parsed.diagnostics).toEqual([
      { kind: "build", message: "file not found: bad/Gone.java" },
    ])
    expect(readFixture("java/javac.release").parsed.diagnostics.map(({ kind }) => kind)).toEqual([
      "environment",
    ])
    expect(told("java/javac.syntax")).toEqual([[12, "';' expected"]])
  })

  it("makes the same signature when lines move, and another when an error is mended", () => {
    const text = fixture("java/javac.default")
    expect(signature(text.replaceAll("Types.java:1", "Types.java:2"))).toEqual(signature(text))
    expect(signature(text.replace(/.*:7: error[^]*?(?=bad\/)/, ""))).not.toEqual(signature(text))
  })

  it("leaves what Gradle and Ant print to their parsers", () => {
    const others = [...IN_BUILDS, "java/maven.compile", "c/gcc.default", "rust/build.default"]
    expect(others.filter((name) => javacParser.recognises(fixture(name), undefined))).toEqual([])
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(javacParser, ALL)).toEqual([])
  })
})
