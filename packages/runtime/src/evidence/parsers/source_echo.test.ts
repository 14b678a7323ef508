import { describe, expect, it } from "vitest"
import { withoutSourceEcho } from "./source_echo.ts"

const frame = (name: string): string => `  File "${name}.py", line 3, in ${name}`

describe("withoutSourceEcho", () => {
  it("drops the source below each frame of Python", () => {
    const lines = [
      "Traceback (most recent call last):",
      frame("a"),
      "    return b(1)",
      frame("b"),
      "    raise KeyError(x)",
      "KeyError: 'x'",
    ]
    expect(withoutSourceEcho(lines)).toEqual([lines[0], frame("a"), frame("b"), "KeyError: 'x'"])
  })

  it("keeps the last source line of an error that says nothing", () => {
    const lines = [
      "Traceback (most recent call last):",
      frame("a"),
      "    check(1)",
      frame("b"),
      "    assert x == 3",
      "AssertionError",
    ]
    expect(withoutSourceEcho(lines)).toEqual([
      lines[0],
      frame("a"),
      frame("b"),
      "    assert x == 3",
      "AssertionError",
    ])
  })

  it("drops the source that Node prints above its carets", () => {
    const lines = [
      "/home/dev/shop/a.mjs:3",
      "  throw new Error('boom')",
      "  ^",
      "Error: boom",
      "    at run (a.mjs:3:9)",
    ]
    expect(withoutSourceEcho(lines)).toEqual([
      "/home/dev/shop/a.mjs:3",
      "  ^",
      "Error: boom",
      "    at run (a.mjs:3:9)",
    ])
  })

  it("leaves other lines alone", () => {
    const lines = ["a.java:3: error: ';' expected", "    int x = 1", "             ^", "1 error"]
    expect(withoutSourceEcho(lines)).toEqual(lines)
    expect(withoutSourceEcho([frame("a"), frame("b")])).toEqual([frame("a"), frame("b")])
    expect(withoutSourceEcho([])).toEqual([])
  })
})
