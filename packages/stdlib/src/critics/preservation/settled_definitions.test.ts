import { describe, expect, it } from "vitest"
import { goPreservation } from "./go.ts"
import { javaPreservation } from "./java.ts"
import { lostIn } from "./preservation.fixture.ts"
import { pythonPreservation } from "./python.ts"
import { rustPreservation } from "./rust.ts"

type Files = Readonly<Record<string, string | null>>

describe("a definition that is gone together with all who used it", () => {
  it.each([
    [
      "Python",
      pythonPreservation,
      { "a.py": "def f(): pass\ndef g(): pass\n", "b.py": "from a import f\nf()\n" },
      { "a.py": "def g(): pass\n", "b.py": "x = 1\n" },
      "a.py: f",
    ],
    [
      "Go",
      goPreservation,
      { "p/a.go": "package p\n\nfunc F() {}\n", "p/b.go": "package p\n\nfunc G() { F() }\n" },
      { "p/a.go": "package p\n", "p/b.go": "package p\n\nfunc G() {}\n" },
      "p/a.go: F",
    ],
    [
      "Rust",
      rustPreservation,
      { "src/a.rs": "pub fn f() {}\n", "src/b.rs": "use crate::a::f;\npub fn g() { f() }\n" },
      { "src/a.rs": "// nothing\n", "src/b.rs": "pub fn g() {}\n" },
      "src/a.rs: f",
    ],
    [
      "Java",
      javaPreservation,
      {
        "p/A.java": "package p;\npublic class A { public void load() {} }\n",
        "p/B.java": "package p;\nclass B { void b(A a) { a.load(); } }\n",
      },
      {
        "p/A.java": "package p;\npublic class A { }\n",
        "p/B.java": "package p;\nclass B { void b(A a) { } }\n",
      },
      "p/A.java: A.load",
    ],
  ] as const)("is no loss in %s, but one as long as somebody uses it, or when nobody did", async (...row) => {
    const [_language, critic, files, after, told] = row
    expect(await lostIn(critic, files, after)).toEqual([])
    const [first = ""] = Object.keys(files)
    expect(await lostIn(critic, files, { [first]: (after as Files)[first] ?? "" })).toEqual([told])
    const alone = { [first]: (files as Record<string, string>)[first] ?? "" }
    expect(await lostIn(critic, alone, { [first]: (after as Files)[first] ?? "" })).toEqual([told])
  })

  it("is told when those who used it are lost themselves", async () => {
    const files = { "a.py": "def f(): pass\ndef g(): f()\ndef h(): pass\n" }
    expect(await lostIn(pythonPreservation, files, { "a.py": "def h(): pass\n" })).toEqual([
      "a.py: f",
      "a.py: g",
    ])
  })

  it("may call itself or its like", async () => {
    const files = { "a.py": "def f(): g()\ndef g(): f()\nx = 1\n" }
    expect(await lostIn(pythonPreservation, files, { "a.py": "x = 1\n" })).toEqual(["a.py: f", "a.py: g"])
  })

  it("is told when a template or an entry point in a manifest has its name", async () => {
    const files = { "a.py": "def f(): pass\n", "b.py": "from a import f\n", "setup.cfg": "x = a:f\n" }
    expect(await lostIn(pythonPreservation, files, { "a.py": "", "b.py": "" })).toEqual(["a.py: f"])
  })

  it("was private and unused", async () => {
    expect(await lostIn(pythonPreservation, { "a.py": "def _f(): pass\n" }, { "a.py": "x = 1\n" })).toEqual(
      [],
    )
    const go = { "p/a.go": "package p\n\nfunc init() {}\n" }
    expect(await lostIn(goPreservation, go, { "p/a.go": "package p\n" })).toEqual(["p/a.go: init"])
  })
})

describe("in Java", () => {
  it("methods go with their private type, and those of an interface with it", async () => {
    const inner = "package p;\npublic class A { private static class In { public void run() {} } }\n"
    const other = { "p/B.java": "package p;\nclass B { public void run() {} void b(B x) { x.run(); } }\n" }
    const without = { "p/A.java": "package p;\nclass A { }\n" }
    expect(await lostIn(javaPreservation, { "p/A.java": inner, ...other }, without)).toEqual([])
    const outside = {
      "p/In.java": "package p;\npublic class In { }\n",
      "p/A.java": "package p;\npublic class A { In x; }\n",
    }
    expect(await lostIn(javaPreservation, { "p/A.java": inner }, outside)).toEqual(["p/A.java: A.In.run"])
    const serving = {
      "p/A.java": "package p;\nclass A implements Runnable { public void run() {} }\n",
      ...other,
    }
    expect(await lostIn(javaPreservation, serving, without)).toEqual([])
    const still = { "p/A.java": "package p;\nclass A implements Runnable { }\n" }
    expect(await lostIn(javaPreservation, serving, still)).toEqual(["p/A.java: A.run"])
  })
})

describe("a method whose name others have", () => {
  const types = "package p\n\ntype A int\n\ntype B int\n\nfunc (b B) Get() {}\n"
  const files = {
    "p/a.go": `${types}\nfunc (a A) Get() {}\n`,
    "p/b.go": "package p\n\nfunc F(a A) { a.Get() }\n",
  }

  it("is no loss when its users were changed, and one when they were not", async () => {
    const adapted = {
      "p/a.go": `${types}\nfunc (a A) Fetch() {}\n`,
      "p/b.go": "package p\n\nfunc F(a A) { a.Fetch() }\n",
    }
    expect(await lostIn(goPreservation, files, adapted)).toEqual([])
    expect(await lostIn(goPreservation, files, { "p/a.go": adapted["p/a.go"] })).toEqual(["p/a.go: A.Get"])
  })
})

describe("a definition that moved with all who import it", () => {
  const files = {
    "p/a.py": "def f(): pass\n",
    "p/b.py": "x = 1\n",
    "p/c.py": "from p.a import f\nf()\n",
    "p/d.py": "from p import a\n",
  }
  const moved = { "p/a.py": "", "p/b.py": "def f(): pass\n" }

  it("is no loss, and one for whoever still asks for it there", async () => {
    const after = { ...moved, "p/c.py": "from p.b import f\nf()\n" }
    expect(await lostIn(pythonPreservation, files, after)).toEqual([])
    expect(await lostIn(pythonPreservation, files, moved)).toEqual(["p/a.py: f"])
    expect(
      await lostIn(pythonPreservation, { ...files, "p/d.py": "from p import a\na.f()\n" }, after),
    ).toEqual(["p/a.py: f"])
  })
})

describe("a test", () => {
  const test = (...names: readonly string[]) => names.map((name) => `def ${name}():\n    pass\n\n`).join("")
  const lost = (before: string, after: Record<string, string>, files: Record<string, string> = {}) =>
    lostIn(pythonPreservation, { "tests/test_a.py": before, ...files }, after)

  it.each<[string, string, Record<string, string>, readonly string[]]>([
    ["is gone", test("test_a", "test_b"), { "tests/test_a.py": test("test_b") }, ["test_a"]],
    ["was replaced", test("test_a", "test_b"), { "tests/test_a.py": test("test_b", "test_c") }, []],
    [
      "was replaced with others",
      test("test_a", "test_b"),
      { "tests/test_a.py": test("test_c") },
      ["test_a", "test_b"],
    ],
    ["moved", test("test_a"), { "tests/test_a.py": "", "tests/test_z.py": test("test_a") }, []],
    [
      "moved out of the tests",
      test("test_a"),
      { "tests/test_a.py": "", "src/z.py": test("test_a") },
      ["test_a"],
    ],
  ])("that %s", async (_what, before, after, names) => {
    expect(await lost(before, after)).toEqual(names.map((name) => `tests/test_a.py: ${name}`))
  })

  it("goes with what it tests", async () => {
    const before = "from a import f\n\ndef test_f():\n    f()\n\n"
    const files = { "a.py": "def f(): pass\n", "b.py": "from a import f\n" }
    expect(await lost(before, { "tests/test_a.py": "", "a.py": "", "b.py": "" }, files)).toEqual([])
    expect(await lost(before, { "tests/test_a.py": "" }, files)).toEqual(["tests/test_a.py: test_f"])
  })
})

it("sees no use of a private definition in what cannot reach it", async () => {
  const go = { "p/a.go": "package p\n\nfunc er() {}\n", "p/b.go": "package p\n\nfunc G() { er() }\n" }
  const after = { "p/a.go": "package p\n", "p/b.go": "package p\n\nfunc G() {}\n" }
  const stranger = { "q/c.go": "package q\n\nfunc H(er int) int { return er }\n" }
  expect(await lostIn(goPreservation, { ...go, ...stranger, "a.yml": "- er\n" }, after)).toEqual([])
  const user = { "p/c.go": "package p\n\nfunc H() { er() }\n" }
  expect(await lostIn(goPreservation, { ...go, ...user }, after)).toEqual(["p/a.go: er"])
})

it("lets the implementation of a private type go, and a method whose field stays, once nobody calls it", async () => {
  const text = "struct P;\nimpl From<u8> for P {\n    fn from(_: u8) -> P { P }\n}\n"
  expect(await lostIn(rustPreservation, { "src/a.rs": text }, { "src/a.rs": "struct P;\n" })).toEqual([])
  const open = text.replace("struct", "pub struct")
  expect(await lostIn(rustPreservation, { "src/a.rs": open }, { "src/a.rs": "pub struct P;\n" })).toEqual([
    "src/a.rs: P.impl From",
  ])
  const type = "pub struct A { pub on: bool }\nimpl A {\n    pub fn set(&mut self) { self.on = true }\n"
  const files = {
    "src/a.rs": `${type}    pub fn on(&self) -> bool { self.on }\n}\n`,
    "src/b.rs": "pub fn f(a: A) -> bool { a.on() }\n",
  }
  const edits = { "src/a.rs": `${type}}\n` }
  expect(
    await lostIn(rustPreservation, files, { ...edits, "src/b.rs": "pub fn f(a: A) -> bool { a.on }\n" }),
  ).toEqual([])
  expect(await lostIn(rustPreservation, files, edits)).toEqual(["src/a.rs: A.on"])
})

it("takes mentions of a name for those of another definition, once its own users were edited", async () => {
  const files = {
    "a/src/attrs.rs": "pub struct Parser;\npub fn other() {}\n",
    "a/src/use.rs": "use crate::attrs::Parser;\npub fn f(_: Parser) {}\n",
    "b/src/lib.rs": "pub trait Parser {}\n",
    "c/src/main.rs": "use b::Parser;\nfn main() {}\nstruct S;\nimpl Parser for S {}\n",
  }
  const attrs = { "a/src/attrs.rs": "pub fn other() {}\n" }
  const edits = { ...attrs, "a/src/use.rs": "pub fn f() {}\n" }
  expect(await lostIn(rustPreservation, files, edits)).toEqual([])
  expect(await lostIn(rustPreservation, files, attrs)).toEqual(["a/src/attrs.rs: Parser"])
})
