import { describe, expect, it } from "vitest"
import { removeAddresses, removeNoise } from "./noise.ts"

describe("removeAddresses", () => {
  it.each([
    ["a 0x12ab... b", "a 0x... b"],
    ["a 0x7f1234567890 b", "a 0x b"],
    ["a 0x00007f1234567890 b", "a 0x b"],
    ["a 0x5512345678 b", "a 0x b"],
    ["<Foo at 0x12345>", "<Foo at 0x>"],
    ["address: 0xdeadbeef", "address: 0x"],
    ["ptr=0xdeadbeef", "ptr=0x"],
    ["pointer 0xdeadbeef", "pointer 0x"],
    ["Foo@1b6d3586", "Foo0x"],
    ["Cart$MockitoMock$123456", "Cart$MockitoMock"],
    ["Cart$$Lambda$14/0x0000000801", "Cart$$Lambda"],
    ["Cart$$Lambda/1234567", "Cart$$Lambda"],
    ["Cart$$Lambda$14", "Cart$$Lambda"],
  ])("takes %s for %s", (text, plain) => {
    expect(removeAddresses(text)).toBe(plain)
  })

  it.each(["mask 0xdeadbeef", "0x7f12", "at 0x1234", "a 0xzz... b", "me@abc.de", "Cart$Inner$1", "$ 5"])(
    "leaves %s",
    (text) => {
      expect(removeAddresses(text)).toBe(text)
    },
  )
})

describe("removeNoise", () => {
  const quiet = (text: string) => removeNoise(text, undefined)

  it.each([
    ["==123== Invalid read", "Invalid read"],
    ["see ==123== here", "see ==123== here"],
    ["FAILURES ======", "FAILURES"],
    ["---- totals ----", "totals"],
    ["a====b", "a====b"],
    ["====b", "====b"],
    ["a ==", "a =="],
    ["aaaa bbbb", "aaaa bbbb"],
    ["======", "======"],
    ["==== ====", "==== ===="],
    ["‘a’", "'a'"],
    ["it's", "it's"],
    ["2 failed, 3 warnings", "2 failed"],
  ])("makes %s to %s", (text, plain) => {
    expect(quiet(text)).toBe(plain)
  })
})
