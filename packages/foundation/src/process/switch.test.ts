import { describe, expect, test } from "vitest"
import { readSwitch } from "./switch.ts"

describe("readSwitch", () => {
  test.each([
    ["1", true],
    ["true", true],
    [" TRUE\n", true],
    ["On", true],
    ["0", false],
    ["false", false],
    ["OFF ", false],
  ])("%o", (text, on) => {
    expect(readSwitch("FLAG", { FLAG: text })).toBe(on)
  })

  test.each(["", " ", "yes", "2", "truee", "on off"])("refuses %o", (text) => {
    expect(() => readSwitch("FLAG", { FLAG: text })).toThrow("environment variable FLAG: expected 1")
  })

  test("a name that only the prototype has is not set", () => {
    expect(readSwitch("constructor", {})).toBeUndefined()
  })
})
