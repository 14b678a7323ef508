import { describe, expect, it } from "vitest"
import { lackOf } from "./environment_message.ts"

describe("a service that refuses", () => {
  const long = "x ".repeat(300)
  const asserted = "expected HTTP 503"

  it.each([
    ["by its status", "HTTP 503"],
    ["in words", "502 Bad Gateway"],
    ["between lines of assertions", "assert a\nHTTP 503\nassert b"],
    ["behind them", "assert a\nHTTP 503"],
    ["before them", "HTTP 503\nassert a"],
    ["far behind words of an assertion", `assert ${long} HTTP 503`],
    ["far before them", `HTTP 503 ${long} assert`],
    ["far before them and the end of the line", `HTTP 503 ${long} assert\nb`],
    ["behind up to 15 assertions about it", `${`${asserted}\n`.repeat(15)}HTTP 503`],
  ])("is seen %s", (_where, text) => {
    expect(lackOf(text)).toBe("service")
  })

  it.each([
    ["another status", "HTTP 500"],
    ["a number alone", "503 tests"],
    ["what a test is about", asserted],
    ["what it is about, in words behind it", "HTTP 503 got"],
    ["what it is about, in a line of several", `a\nHTTP 503 expected\nb`],
    ["what it is about, in the line before the last", `a\n${asserted}\n`],
    ["a line behind 16 assertions about it", `${`${asserted}\n`.repeat(16)}HTTP 503`],
  ])("is not %s", (_what, text) => {
    expect(lackOf(text)).toBeNull()
  })
})
