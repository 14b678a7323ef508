import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { touchedCode } from "../reachability/symbols.ts"
import { informationGain } from "./information_gain.ts"
import { phi } from "./phi.ts"

async function phiOf(files: Record<string, string>, change: Record<string, string>) {
  const changed = changeSet(
    Object.entries(change).map(([path, after]) => ({ path, before: files[path], after })),
  )
  return phi(await touchedCode(changed), memoryFacts(files, changed))
}

const callers = (count: number) => `from hub import hub\n${"hub()\n".repeat(count - 1)}`

describe("phi", () => {
  it.each([
    [0, "", 1],
    [11, callers(11), 1 / (1 + Math.log(12))],
    [41, callers(41), 0.211],
    [100, callers(100), 1 / (1 + Math.log(101))],
  ])("of a function with %i callers", async (_count, text, expected) => {
    const { value, active } = await phiOf({ "b.py": text }, { "hub.py": "def hub(): pass\n" })
    expect(value).toBeCloseTo(expected, 3)
    expect(active).toBe(true)
  })

  it("counts calls from the same file, and no private symbols", async () => {
    expect((await phiOf({}, { "a.py": "def f(): pass\ndef _g(): f()\n" })).value).toBeCloseTo(
      1 / (1 + Math.log(2)),
    )
    expect((await phiOf({}, { "a.py": "def _g(): pass\n_g()\n" })).active).toBe(false)
  })

  it("weighs files by their symbols, and tells the lowest one", async () => {
    const files = { "c.py": "from a import f\n" }
    const found = await phiOf(files, { "a.py": "def f(): pass\n", "b.py": "def g(): pass\ndef h(): pass\n" })
    const low = 1 / (1 + Math.log(2))
    expect(found.value).toBeCloseTo((low + 2) / 3)
    expect(found.lowest).toBeCloseTo(low)
  })

  it.each([
    ["texts", { "a.md": "# a\n" }],
    ["what does not parse", { "a.py": "def f(:\n" }],
  ])("is neutral for %s", async (_what, change) => {
    expect(await phiOf({}, change)).toMatchObject({ value: 1, active: false })
  })
})

async function gainOf(
  files: Record<string, string>,
  change: Record<string, string | null>,
  delete_allowed = false,
) {
  const changed = changeSet(
    Object.entries(change).map(([path, after]) => ({ path, before: files[path], after })),
  )
  return informationGain(changed, { delete_allowed })
}

const FOUR = "def a(): x()\ndef b(): y()\ndef c(): z()\n"

describe("information gain", () => {
  it.each([
    ["white space", `${FOUR}\n\n`, 1, 1],
    ["a body", FOUR.replace("x()", "x() + 1"), 0.9, 1],
    ["a rewrite", "def p(): q()\ndef r(): s()\n", 0, 0.3],
    ["one more of four", `${FOUR}def d(): w()\n`, 0.7, 0.99],
  ])("of %s", async (_what, after, from, to) => {
    const { value } = await gainOf({ "a.py": FOUR }, { "a.py": after })
    expect(value).toBeGreaterThanOrEqual(from)
    expect(value).toBeLessThanOrEqual(to)
  })

  it("of an emptied file is the half it can tell", async () => {
    expect((await gainOf({ "a.py": "def a(): pass\n" }, { "a.py": "" })).value).toBe(0.5)
  })

  it("of a new file is 1, of a deleted one 0 unless that is allowed", async () => {
    expect((await gainOf({ "b.py": "" }, { "a.py": FOUR, "b.py": FOUR })).value).toBe(1)
    expect((await gainOf({ "a.py": FOUR }, { "a.py": null })).value).toBe(0)
    expect((await gainOf({ "a.py": FOUR }, { "a.py": null }, true)).value).toBe(1)
    expect((await gainOf({ "a.py": FOUR, "b.py": FOUR }, { "a.py": FOUR, "b.py": null })).value).toBe(0.5)
  })

  it("compares five files and leaves the others out; what is not followed does not count", async () => {
    const paths = Array.from({ length: 7 }, (_, index) => `f${index}.py`)
    const files = Object.fromEntries([...paths, "a.md"].map((path) => [path, FOUR]))
    const change = Object.fromEntries(["a.md", ...paths].map((path) => [path, `${FOUR}\n`]))
    const { value, left_out, per_file } = await gainOf(files, change)
    expect([value, left_out, per_file.size]).toEqual([1, 2, 6])
  })
})
