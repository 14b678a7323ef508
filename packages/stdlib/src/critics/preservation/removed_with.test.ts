import { describe, expect, it } from "vitest"
import { goPreservation } from "./go.ts"
import { javaPreservation } from "./java.ts"
import { lostIn } from "./preservation.fixture.ts"
import { pythonPreservation } from "./python.ts"
import { scriptPreservation } from "./script.ts"

describe("a public name that nobody used", () => {
  const files = {
    "a.py": "def load_all(): pass\nx = 1\n",
    "CHANGES.md": "# Changes\n",
    "tests/test_a.py":
      "from a import load_all\n\ndef test_load():\n    load_all()\n\ndef test_x():\n    pass\n",
  }
  const alone = { "a.py": files["a.py"], "CHANGES.md": files["CHANGES.md"] }
  const gone = { "a.py": "x = 1\n" }

  it("may go when a document says so in the same change", async () => {
    expect(await lostIn(pythonPreservation, alone, gone)).toEqual(["a.py: load_all"])
    const said = { ...gone, "CHANGES.md": "# Changes\n\n- removed load_all\n" }
    expect(await lostIn(pythonPreservation, alone, said)).toEqual([])
    const other = { ...gone, "CHANGES.md": "# Changes\n\n- faster\n" }
    expect(await lostIn(pythonPreservation, alone, other)).toEqual(["a.py: load_all"])
  })

  it("may not go because prose has it as a word", async () => {
    const word = { "a.py": "def load(): pass\nx = 1\n", "CHANGES.md": "" }
    const prose = { ...gone, "CHANGES.md": "Less load on the server.\n" }
    expect(await lostIn(pythonPreservation, word, prose)).toEqual(["a.py: load"])
    expect(await lostIn(pythonPreservation, word, { ...gone, "CHANGES.md": "Removed `load`.\n" })).toEqual([])
  })

  it("may go with its tests in another file", async () => {
    const after = { ...gone, "tests/test_a.py": "def test_x():\n    pass\n" }
    expect(await lostIn(pythonPreservation, files, after)).toEqual([])
    expect(await lostIn(pythonPreservation, files, gone)).toEqual(["a.py: load_all"])
    expect(await lostIn(pythonPreservation, files, { "tests/test_a.py": after["tests/test_a.py"] })).toEqual([
      "tests/test_a.py: test_load",
    ])
  })

  it("may be an export", async () => {
    const script = { "src/a.ts": "export const loadAll = 1\nexport const x = 1\n", "CHANGES.md": "" }
    const after = { "src/a.ts": "export const x = 1\n" }
    expect(await lostIn(scriptPreservation, script, after)).toEqual(["src/a.ts: loadAll"])
    expect(await lostIn(scriptPreservation, script, { ...after, "CHANGES.md": "loadAll is gone\n" })).toEqual(
      [],
    )
  })
})

it("lets exports of a playground go that nobody imports", async () => {
  const [text, less] = ["export const a = 1\nexport const b = 1\n", "export const b = 1\n"]
  const user = { "src/b.ts": 'import { a } from "./playground"\n' }
  const judged = (path: string, more = {}) =>
    lostIn(scriptPreservation, { [path]: text, ...more }, { [path]: less })
  expect(await judged("src/playground.ts")).toEqual([])
  expect(await judged("src/play_area.ts")).toEqual(["src/play_area.ts: a"])
  expect(await judged("src/playground.ts", user)).toEqual(["src/playground.ts: a"])
})

it("does not take a variable of Go for a user of a private function", async () => {
  const files = { "p/a.go": "package p\n\nfunc size() int { return 1 }\n\nfunc F() {}\n" }
  const after = { "p/a.go": "package p\n\nfunc F() {}\n" }
  const test = (body: string) => ({
    ...files,
    "p/a_test.go": `package p\n\nfunc TestF(t *testing.T) {\n\t${body}\n\tprint(size)\n}\n`,
  })
  expect(await lostIn(goPreservation, test("size := 2"), after)).toEqual([])
  expect(await lostIn(goPreservation, test("size := size()"), after)).toEqual(["p/a.go: size"])
  expect(await lostIn(goPreservation, test("x := size()"), after)).toEqual(["p/a.go: size"])
})

it("does not take a method of an object for the static one of a type", async () => {
  const list = "package p;\nclass L { public int size() { return 1; } }\n"
  const files = {
    "p/A.java": "package p;\npublic class A { public static int size(String s) { return 1; } }\n",
    "p/B.java": 'package p;\nclass B { int b(L l) { return A.size(""); } }\n',
    "p/C.java": "package p;\nclass C { int c(L l, A a) { return l.size(); } }\n",
    "p/L.java": list,
  }
  const renamed = {
    "p/A.java": "package p;\npublic class A { public static int length(String s) { return 1; } }\n",
    "p/B.java": 'package p;\nclass B { int b(L l) { return A.length(""); } }\n',
  }
  expect(await lostIn(javaPreservation, files, renamed)).toEqual([])
  const user = { "p/D.java": 'package p;\nclass D { int d() { return A.size(""); } }\n' }
  expect(await lostIn(javaPreservation, { ...files, ...user }, renamed)).toEqual(["p/A.java: A.size"])
})

it("lets the inner types of a Java test go, whatever else has their names", async () => {
  const test = (inner: string) => `package p;\nclass ATest {\n  ${inner}\n  void helper() {}\n}\n`
  const files = {
    "src/test/java/p/ATest.java": test("static class Example { public String load() { return null; } }"),
    "src/main/java/p/B.java": "package p;\nclass B { void b(q.Example e) { e.load(); } }\n",
  }
  const after = { "src/test/java/p/ATest.java": test("") }
  expect(await lostIn(javaPreservation, files, after)).toEqual([])
  const still = { "src/test/java/p/ATest.java": test("Example example;") }
  expect((await lostIn(javaPreservation, files, still)).length).toBeGreaterThan(0)
})

it("takes no page of a website for a user of Java", async () => {
  const files = {
    "p/A.java": "package p;\npublic class A { public void loadAll() {} }\n",
    "p/B.java": "package p;\nclass B { void b(A a) { a.loadAll(); } }\n",
  }
  const after = {
    "p/A.java": "package p;\npublic class A { }\n",
    "p/B.java": "package p;\nclass B { void b(A a) { } }\n",
  }
  const page = (path: string) => ({ ...files, [path]: "<p>loadAll</p>" })
  expect(await lostIn(javaPreservation, page("website/index.html"), after)).toEqual([])
  expect(await lostIn(javaPreservation, page("src/main/resources/a.html"), after)).toEqual([
    "p/A.java: A.loadAll",
  ])
})

const CASES = [
  ["red", "ruby", 1200],
  ["green", "emerald", 3400],
  ["blue", "sapphire", 5600],
] as const

const python = (names: readonly string[]) =>
  names.map(
    (name, index) =>
      `def test_${name}_stone():\n    ${name}_order = fetch("${CASES[index]?.[1]}")\n    ${name}_bill = ${name}_order.bill()\n    ${name}_due = price(${name}_bill)\n    ${name}_all = ${name}_due\n    assert ${name}_all == ${CASES[index]?.[2]}\n\n\n`,
  )
const pythonTable = (some: typeof CASES | readonly (typeof CASES)[0][]) =>
  `@pytest.mark.parametrize("stone, cost", [${some.map(([, stone, cost]) => `("${stone}", ${cost})`).join(", ")}])\ndef test_stones(stone, cost):\n    order = fetch(stone)\n    assert price(order.bill()) == cost\n`
const go = (names: readonly string[]) =>
  names.map(
    (name, index) =>
      `func Test_${name}(t *testing.T) {\n\t${name}Order := fetch("${CASES[index]?.[1]}")\n\t${name}Bill := ${name}Order.bill()\n\t${name}Due := price(${name}Bill)\n\t${name}All := ${name}Due\n\tif ${name}All != ${CASES[index]?.[2]} {\n\t\tt.Fatal("${name}")\n\t}\n}\n\n`,
  )
const goTable = (some: typeof CASES | readonly (typeof CASES)[0][]) =>
  `func TestStones(t *testing.T) {\n\tcases := []stone{${some.map(([, stone, cost]) => `{"${stone}", ${cost}}`).join(", ")}}\n\tfor _, c := range cases {\n\t\torder := fetch(c.stone)\n\t\tif price(order.bill()) != c.cost {\n\t\t\tt.Fatal(c)\n\t\t}\n\t}\n}\n`
const NAMES = CASES.map(([name]) => name)

const merged = [
  ["Python", pythonPreservation, "tests/test_a.py", "import pytest\n\n", python(NAMES), pythonTable],
  ["Go", goPreservation, "p/a_test.go", "package p\n\n", go(NAMES), goTable],
] as const

it.each(merged)("lets tests of %s become the cases of one, and tells those that do not", async (...row) => {
  const [, critic, path, head, tests, table] = row
  const before = { [path]: head + tests.join("") }
  expect(await lostIn(critic, before, { [path]: head + table(CASES) })).toEqual([])
  expect((await lostIn(critic, before, { [path]: head + table([CASES[0]]) })).length).toBe(2)
})

it("lets a public name of a Go program go that nobody uses, as nobody can import it", async () => {
  const file = (head: string) => `${head}\n\nvar DB = 1\n\nfunc F() {}\n`
  const judged = (head: string) =>
    lostIn(goPreservation, { "a/a.go": file(head) }, { "a/a.go": file(head).replace("DB", "db") })
  expect(await judged("package main")).toEqual([])
  expect(await judged("package a")).toEqual(["a/a.go: DB"])
  const other = { "a/a.go": file("package main"), "b/b.go": "package b\n\nfunc G() { print(c.DB) }\n" }
  expect(await lostIn(goPreservation, other, { "a/a.go": file("package main").replace("DB", "db") })).toEqual(
    [],
  )
})
