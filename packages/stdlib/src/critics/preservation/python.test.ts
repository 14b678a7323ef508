import { describe, expect, it } from "vitest"
import { judge, lostIn } from "./preservation.fixture.ts"
import { pythonPreservation } from "./python.ts"

const DB =
  "import sqlite3\n\n@pytest.fixture\ndef db():\n    yield 1\n\ndef test_a(db):\n    pass\n\ndef test_b(db):\n    pass\n\ndef test_c(db):\n    pass\n\ndef test_d(db):\n    pass\n"

describe("G7", () => {
  it("names the fixture and the tests that a rewrite dropped, with their lines and its event", async () => {
    const verdict = await judge(
      pythonPreservation,
      { "tests/test_db.py": DB },
      { "tests/test_db.py": "def test_d():\n    pass\n" },
    )
    expect(verdict).toMatchObject({
      status: "fail",
      violations: [
        { path: "tests/test_db.py", line: 4, rule: "missing_definition", evidence: "db" },
        { line: 7, evidence: "test_a" },
        { line: 10, evidence: "test_b" },
        { line: 13, evidence: "test_c" },
      ],
    })
    const event = verdict.status === "fail" ? pythonPreservation.event.fields(verdict) : null
    expect(event).toEqual({ path: "tests/test_db.py", missing: ["db", "test_a", "test_b", "test_c"] })
  })

  it.each<[string, string, string]>([
    ["a change of a body", "def a():\n    return 1\n", "def a():\n    return 2\n"],
    ["a definition more", "def a():\n    pass\n", "def a():\n    pass\n\ndef b():\n    pass\n"],
    [
      "a dropped method",
      "class A:\n    def m(self): pass\n    def n(self): pass\n",
      "class A:\n    def m(self): pass\n",
    ],
    ["a dropped constant", "A = 1\ndef a(): pass\n", "def a(): pass\n"],
    ["a text before that does not parse", "def broken(:\n", "x = 1\n"],
    ["a text after that does not parse, which is for G2", "def kept():\n    pass\n", "def broken(:\n"],
    ["wrong indentation after, which is for G2", "def kept():\n    pass\n", "def a():\n    x\n      y\n"],
    [
      "what was inside of if and try",
      "if X:\n    def a(): pass\ntry:\n    def b(): pass\nexcept E:\n    pass\n",
      "x = 1\n",
    ],
    ["a name that an import of a package took over", "def cache(): pass\n", "from functools import cache\n"],
    ["an old name for a new function", "def old(): pass\n", "def new(): pass\n\nold = new\n"],
  ])("passes %s", async (_what, before, after) => {
    expect(await lostIn(pythonPreservation, { "a.py": before }, { "a.py": after })).toEqual([])
  })

  it.each<[string, string, string]>([
    ["a rename", "def old():\n    pass\n", "def new():\n    pass\n"],
    ["async functions", "async def old():\n    pass\n", "x = 1\n"],
    ["classes", "class old:\n    pass\n", "x = 1\n"],
    ["a function that became a constant", "def old(): pass\n", "old = 1\n"],
    ["a function that moved into a condition", "def old(): pass\n", "if True:\n    def old(): pass\n"],
    ["an emptied file", "def old(): pass\n", ""],
  ])("finds %s", async (_what, before, after) => {
    expect(await lostIn(pythonPreservation, { "a.py": before }, { "a.py": after })).toEqual(["a.py: old"])
  })

  it("finds every name of a text that no longer parses when told to", async () => {
    const files = { "a.py": "def kept():\n    pass\n" }
    expect(
      await lostIn(pythonPreservation, files, { "a.py": "def broken(:\n" }, { flag_unparsable: true }),
    ).toEqual(["a.py: kept"])
  })

  it("passes a rename that was done throughout", async () => {
    const files = { "a.py": "def old(n):\n    return old(n - 1)\n", "b.py": "from a import old\nold()\n" }
    const renamed = { "a.py": "def new(n):\n    return new(n - 1)\n", "b.py": "from a import new\nnew()\n" }
    expect(await lostIn(pythonPreservation, files, renamed)).toEqual([])
    expect(await lostIn(pythonPreservation, files, { "a.py": renamed["a.py"] })).toEqual(["a.py: old"])
  })

  it("says nothing of new files, deleted files, other languages and other suffixes", async () => {
    const files = { "gone.py": "def a(): pass\n", "a.toml": "[a]\n", "A.PY": "def a(): pass\n" }
    const after = { "gone.py": null, "a.toml": "\n", "A.PY": "\n", "new.py": "def a(): pass\n" }
    expect(await lostIn(pythonPreservation, files, after)).toEqual([])
  })

  it("says nothing of a file that is not UTF-8", async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode("def a(): pass\n#"), 0xff])
    const change = { files: [{ path: "a.py", before: bytes, after: new Uint8Array() }] }
    const { memoryFacts } = await import("../../repository/memory_facts.ts")
    expect(await pythonPreservation.check(change, memoryFacts({}, change))).toEqual({ status: "pass" })
  })

  it("lists all files in touched order", async () => {
    const files = { "z.py": "def z(): pass\n", "a.py": "def a(): pass\n" }
    expect(await lostIn(pythonPreservation, files, { "z.py": "\n", "a.py": "\n" })).toEqual([
      "z.py: z",
      "a.py: a",
    ])
  })

  it.each<[string, Record<string, string>, readonly string[]]>([
    ["imports it from where it is now", { "p/a.py": "from .b import f\n", "p/b.py": "def f(): pass\n" }, []],
    [
      "imports it under the old name",
      { "p/a.py": "from .b import g as f\n", "p/b.py": "def g(): pass\n" },
      [],
    ],
    ["imports everything from there", { "p/a.py": "from p.b import *\n", "p/b.py": "def f(): pass\n" }, []],
    ["does not import it", { "p/a.py": "x = 1\n", "p/b.py": "def f(): pass\n" }, ["p/a.py: f"]],
    [
      "imports it from where it is not",
      { "p/a.py": "from .b import f\n", "p/b.py": "x = 1\n" },
      ["p/a.py: f"],
    ],
    ["imports it from nowhere", { "p/a.py": "from .c import f\n" }, ["p/a.py: f"]],
  ])("of a moved definition: the old file %s", async (_what, after, lost) => {
    expect(
      await lostIn(pythonPreservation, { "p/a.py": "def f(): pass\n", "p/b.py": "x = 0\n" }, after),
    ).toEqual(lost)
  })
})
