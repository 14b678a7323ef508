import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { dotnetParser } from "./dotnet.ts"
import { fixture, readFixture } from "./fixture.fixture.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const ALL = ["build.documented", "build.restore-documented", "test.documented", "test.ok-documented"].map(
  (name) => `dotnet/${name}`,
)
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})

describe("dotnetParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("dotnet")
  })

  it("reads each error of a build once, and no warning", () => {
    const { diagnostics, tests_run } = readFixture("dotnet/build.documented").parsed
    expect(diagnostics).toEqual([
      {
        kind: "build",
        code: "CS1002",
        message: "; expected",
        location: { path: "/home/dev/shop/Cart.cs", line: 7, column: 33 },
      },
      {
        kind: "build",
        code: "CS0103",
        message: "The name 'missing' does not exist in the current context",
        location: { path: "/home/dev/shop/Cart.cs", line: 12, column: 20 },
      },
      {
        kind: "lint",
        code: "CA1822",
        message: "Member 'Total' does not access instance data and can be marked as static",
        location: { path: "/home/dev/shop/Cart.cs", line: 15, column: 17 },
      },
    ])
    expect(tests_run).toBeNull()
    const restore = readFixture("dotnet/build.restore-documented").parsed.diagnostics
    expect(restore.map(({ kind, code }) => [kind, code])).toEqual([
      ["environment", "NU1301"],
      ["build", "NU1101"],
    ])
  })

  it("reads the tests that failed", () => {
    expect(readFixture("dotnet/test.documented").parsed).toEqual({
      diagnostics: [
        {
          kind: "test",
          test_id: "Shop.Tests.CartTests.Adds",
          message: "Assert.Equal() Failure: Values differ\nExpected: 3\nActual:   -1",
          location: { path: "/home/dev/shop/tests/CartTests.cs", line: 12 },
        },
        {
          kind: "test",
          test_id: "Shop.Tests.CartTests.Each(n: 2)",
          code: "InvalidOperationException",
          message: "System.InvalidOperationException : no name",
          location: { path: "/home/dev/shop/Cart.cs", line: 9 },
        },
      ],
      tests_run: 5,
      ran_test_ids: null,
    })
    expect(readFixture("dotnet/test.ok-documented").parsed).toEqual({
      diagnostics: [],
      tests_run: 5,
      ran_test_ids: null,
    })
  })

  it("counts what older versions sum up", () => {
    expect(dotnetParser.parse("Total tests: 8\n     Passed: 5\n     Failed: 3\n")?.tests_run).toBe(8)
    expect(dotnetParser.parse("Total tests: 39. Passed: 33. Failed: 4. Skipped: 2.\n")?.tests_run).toBe(37)
    expect(dotnetParser.parse("No test matches the given testcase filter `x` in a.dll\n")?.tests_run).toBe(0)
  })

  it("makes the same signature of two runs, and another of another failure", () => {
    const text = fixture("dotnet/test.documented")
    expect(signature(text.replaceAll("12 ms", "97 ms").replaceAll("00:00:00.52", "00:00:01.77"))).toEqual(
      signature(text),
    )
    expect(signature(text.replace("Actual:   -1", "Actual:   4"))).not.toEqual(signature(text))
  })

  it("leaves other texts alone", () => {
    const others = ["java/maven.default", "c/gcc.default", "c/ctest.default", "vitest.default"]
    expect(others.filter((name) => dotnetParser.recognises(fixture(name), undefined))).toEqual([])
    expect(dotnetParser.recognises("a.ts(3,5): error TS2322: no", undefined)).toBe(false)
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(dotnetParser, ALL)).toEqual([])
  })
})
