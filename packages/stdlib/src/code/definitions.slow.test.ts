import { describe, expect, it } from "vitest"
import { definitions } from "./definitions.ts"
import { MAX_SOURCE } from "./tree.ts"

describe("definitions", () => {
  it.each<[string, string, string]>([
    ["open brackets", "a.ts", "[".repeat(300_000)],
    ["type arguments without end", "a.ts", "a<".repeat(40_000)],
    ["templates without end", "a.js", "`${".repeat(100_000)],
    ["lists inside of lists", "a.py", `x = ${"[".repeat(50_000)}${"]".repeat(50_000)}\n`],
  ])("of %s are null, and the next file is read", async (_what, path, text) => {
    expect(await definitions(path, text)).toBeNull()
    expect(await definitions("b.py", "def a(): pass\n")).toHaveLength(1)
    expect(await definitions("b.ts", "class A {}\n")).toHaveLength(1)
  })

  it("of a text that is too large are not known", async () => {
    const large = `package p\n//${"x".repeat(MAX_SOURCE)}\n`
    await expect(definitions("a.go", large)).rejects.toMatchObject({ name: "UnableError" })
  })
})
