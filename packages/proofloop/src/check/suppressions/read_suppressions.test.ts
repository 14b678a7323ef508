import { describe, expect, test } from "vitest"
import { readSuppressions } from "./read_suppressions.ts"

const told = (path: string, text: string) =>
  readSuppressions(path, text).map(({ line, about, ids, reason }) => [line, about, ids.join(" "), reason])

describe("suppressions", () => {
  test.each([
    ["a.py", "# proofloop-ignore G7: gone on purpose\n\nx = 1\n", [1, 3, "G7", "gone on purpose"]],
    ["a.py", "x = 1  # proofloop-ignore G2,G7: twice\n", [1, 1, "G2 G7", "twice"]],
    [
      "a.ts",
      "// proofloop-ignore-file G7-TS/missing_definition: moved\n",
      [1, null, "G7-TS/missing_definition", "moved"],
    ],
    ["a.ts", "/* proofloop-ignore G7: a: b */ x()\n", [1, 1, "G7", "a: b"]],
    ["a.css", "/**\n * proofloop-ignore G2: hack\n */\nx {}\n", [2, 3, "G2", "hack"]],
    ["a.md", "<!-- proofloop-ignore G14: later -->\n[x](y.md)\n", [1, 2, "G14", "later"]],
    ["a.sql", "-- proofloop-ignore G2: x\nselect 1\n", [1, 2, "G2", "x"]],
    ["setup.cfg", "; proofloop-ignore G20: x\n[a]\n", [1, 2, "G20", "x"]],
    ["Dockerfile", "# proofloop-ignore G2: x\nFROM a\n", [1, 2, "G2", "x"]],
    ["what.xyz", "# proofloop-ignore G2: x\ny\n", [1, 2, "G2", "x"]],
    ["a.py", "# proofloop-ignore G7\nx\n", [1, 2, "G7", ""]],
    ["a.py", "# proofloop-ignore: why\nx\n", [1, 2, "", "why"]],
    ["a.py", "x\n# proofloop-ignore G7: at the end", [2, 2, "G7", "at the end"]],
    ["a.py", "# proofloop-ignore G7: x\r\ny\r\n", [1, 2, "G7", "x"]],
  ])("%s %j", (path, text, expected) => {
    expect(told(path, text)).toEqual([expected])
  })

  test("several above one line are about that line", () => {
    expect(
      told("a.py", "# proofloop-ignore G7: a\n# proofloop-ignore G2: b\nx  # proofloop-ignore G8: c\n"),
    ).toEqual([
      [1, 3, "G7", "a"],
      [2, 3, "G2", "b"],
      [3, 3, "G8", "c"],
    ])
  })

  test.each([
    ["a.py", 'text = "proofloop-ignore G7: x"\n'],
    ["a.ts", "# proofloop-ignore G7: x\n"],
    ["a.py", "// proofloop-ignore G7: x\n"],
    ["a.md", "Write `proofloop-ignore G7: x`.\n\n```html\n<!-- proofloop-ignore G7: x -->\n```\n"],
    ["a.py", "# proofloop-ignores G7: x\n"],
    ["a.py", "# proofloop-ignore-line G7: x\n"],
  ])("%s %j holds none", (path, text) => {
    expect(told(path, text)).toEqual([])
  })

  test("one is known again when lines move, and not above another line", () => {
    const [before] = readSuppressions("a.py", "# proofloop-ignore G7: x\na()\n")
    const [moved] = readSuppressions("a.py", "\n\n  # proofloop-ignore G7: x\n  a()\n")
    const [other] = readSuppressions("a.py", "# proofloop-ignore G7: x\nb()\n")
    expect(moved?.key).toBe(before?.key)
    expect(other?.key).not.toBe(before?.key)
  })

  test("hostile text takes linear time", () => {
    const many = `${"#".repeat(100_000)} proofloop-ignore ${"G7,".repeat(50_000)}: x\n`.repeat(3)
    expect(readSuppressions("a.py", many)).toHaveLength(3)
    expect(readSuppressions("a.py", "# proofloop-ignore G7: x\n".repeat(5000)).length).toBeLessThan(1100)
  })
})
