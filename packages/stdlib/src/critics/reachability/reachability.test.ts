import { describe, expect, it } from "vitest"
import { judge, lostIn as found } from "../preservation/preservation.fixture.ts"
import { abandonedSymbols } from "./abandoned_symbols.ts"
import { deadCode } from "./dead_code.ts"
import { echoChamber } from "./echo_chamber.ts"

describe("G16", () => {
  it.each<[string, Record<string, string>, Record<string, string>, readonly string[]]>([
    ["a function", { "a.py": "x = 1\n" }, { "a.py": "x = 1\ndef fresh(): pass\n" }, ["a.py: fresh"]],
    [
      "a method",
      { "a.py": "class A: pass\nA()\n" },
      { "a.py": "class A:\n    def fresh(self): pass\nA()\n" },
      ["a.py: A.fresh"],
    ],
    ["what only calls itself", {}, { "a.ts": "export function fresh() { fresh() }\n" }, ["a.ts: fresh"]],
    [
      "what is only listed as an export",
      {},
      { "a.ts": "function fresh() {}\nexport { fresh }\n" },
      ["a.ts: fresh"],
    ],
    [
      "what another module's name means",
      { "b.py": "def fresh(): pass\nfresh()\n" },
      { "a.py": "def fresh(): pass\n" },
      ["a.py: fresh"],
    ],
    [
      "Go",
      { "main.go": "package main\n" },
      { "a.go": "package main\n\nfunc Fresh() {}\nfunc lower() {}\n" },
      ["a.go: Fresh"],
    ],
    ["Rust", {}, { "src/a.rs": "pub fn fresh() {}\nfn own() {}\n" }, ["src/a.rs: fresh"]],
  ])("finds %s", async (_what, files, change, expected) => {
    expect(await found(deadCode, files, change)).toEqual(expected)
  })

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["a call elsewhere", { "b.py": "from a import fresh\n" }, { "a.py": "def fresh(): pass\n" }],
    ["a pair that calls itself", {}, { "a.py": "def one(): two()\ndef two(): one()\n" }],
    ["a test", {}, { "tests/test_foo.py": "def helper(): pass\n" }],
    ["a private name", {}, { "a.py": "def _fresh(): pass\n" }],
    [
      "a value that is passed on",
      { "b.ts": "import * as a from './a'\nuse(a.fresh)\n" },
      { "a.ts": "export const fresh = 1\n" },
    ],
    [
      "a component",
      { "b.tsx": "export default () => <Fresh />\n" },
      { "a.tsx": "export function Fresh() {}\n" },
    ],
    ["a name in a text", { "b.py": "load('a:fresh')\n" }, { "a.py": "def fresh(): pass\n" }],
    ["a name in __all__", {}, { "a.py": "__all__ = ['fresh']\ndef fresh(): pass\n" }],
    ["a name in a template", { "b.html": "<p onclick='fresh()'>\n" }, { "a.js": "function fresh() {}\n" }],
    [
      "a name in a manifest",
      { "pyproject.toml": "[project.scripts]\nx = 'a:fresh'\n" },
      { "a.py": "def fresh(): pass\n" },
    ],
    ["a name in a file that does not parse", { "b.py": "fresh((\n" }, { "a.py": "def fresh(): pass\n" }],
    ["a decorator that registers", {}, { "a.py": "@app.route('/')\ndef fresh(): pass\n" }],
    ["an attribute that registers", {}, { "src/a.rs": "#[no_mangle]\npub fn fresh() {}\n" }],
    ["a method of a class with a base", {}, { "a.py": "class _A(Base):\n    def fresh(self): pass\n" }],
    ["main", {}, { "a.py": "def main(): pass\n" }],
    ["a package's index", {}, { "src/index.ts": "export const fresh = 1\n" }],
    [
      "a file that package.json exports",
      { "package.json": '{"exports": {"./a": {"default": "./dist/a.js"}}}' },
      { "src/a.ts": "export const fresh = 1\n" },
    ],
    ["a library in Go", { "go.mod": "module m\n" }, { "a/a.go": "package a\n\nfunc Fresh() {}\n" }],
    [
      "a page of a framework",
      {},
      { "app/page.tsx": "export default function Page() {}\nexport const fresh = 1\n" },
    ],
    [
      "what moved here",
      { "b.py": "def fresh(): pass\n" },
      { "b.py": "x()\n", "a.py": "def fresh(): pass\n" },
    ],
    ["a file that does not parse", {}, { "a.py": "def fresh(:\n" }],
    [
      "a language we do not follow",
      {},
      { "A.java": "public class A { public void fresh() {} }\n", "a.md": "fresh\n" },
    ],
  ])("passes %s", async (_what, files, change) => {
    expect(await found(deadCode, files, change)).toEqual([])
  })

  it("tells its event", async () => {
    const fields = deadCode.event.fields({
      status: "fail",
      violations: [{ path: "a.py", rule: "dead_code", message: "x", evidence: "A.b" }],
    })
    expect(fields).toEqual({ conflict_count: 1, symbols: ["A.b"], files: ["a.py"] })
  })
})

describe("G18", () => {
  const py = "def helper(): pass\n\ndef _run():\n    helper()\n"
  it.each<[string, string, string, string, readonly string[]]>([
    ["a caller that is gone", "a.py", py, "def helper(): pass\n", ["a.py: helper"]],
    [
      "TypeScript",
      "a.ts",
      "export function helper() {}\nfunction _run() { helper() }\n",
      "export function helper() {}\n",
      ["a.ts: helper"],
    ],
    [
      "Go",
      "main.go",
      "package main\n\nfunc Helper() {}\n\nfunc main() { Helper() }\n",
      "package main\n\nfunc Helper() {}\n\nfunc main() {}\n",
      ["main.go: Helper"],
    ],
    ["both gone", "a.py", py, "x = 1\n", []],
    ["another caller", "a.py", py, "def helper(): pass\n\ndef _other():\n    helper()\n", []],
    ["a use that is no call", "a.py", py, "def helper(): pass\n\nhandlers = [helper]\n", []],
    ["no change of the callers", "a.py", py, `${py}\n# more\n`, []],
    ["a private helper", "a.py", py.replaceAll("helper", "_helper"), "def _helper(): pass\n", []],
    ["a recursion that is gone", "a.py", "def helper(): helper()\n", "def helper(): pass\n", []],
    ["a language we do not follow", "a.rb", py, "def helper\n", []],
  ])("of %s", async (_what, path, before, after, expected) => {
    expect(await found(abandonedSymbols, { [path]: before }, { [path]: after })).toEqual(expected)
  })

  it("passes a symbol that another file uses, and a new file", async () => {
    const after = { "a.py": "def helper(): pass\n" }
    expect(await found(abandonedSymbols, { "a.py": py, "b.py": "from a import helper\n" }, after)).toEqual([])
    expect(await found(abandonedSymbols, {}, { "a.py": py })).toEqual([])
  })

  it.each<[string, Record<string, string>, Record<string, string | null>]>([
    ["changed", { "b.py": "from a import helper\nhelper()\n" }, { "b.py": "x = 1\n" }],
    ["is gone", { "b.py": "from a import helper\nhelper()\n" }, { "b.py": null }],
    [
      "is a component",
      { "b.vue": "<script setup>\nimport { helper } from './a'\n</script>\n" },
      { "b.vue": "<template />\n" },
    ],
  ])("finds a symbol of a file that was left alone, whose caller %s", async (_what, files, change) => {
    const all = { "a.py": "def helper(): pass\n", ...files }
    expect(await found(abandonedSymbols, all, change)).toEqual(["a.py: helper"])
    const third = { ...all, "c.py": "from a import helper\n" }
    expect(await found(abandonedSymbols, third, change)).toEqual([])
  })
})

describe("G19", () => {
  it("finds what only new code calls, and leaves the uncalled to G16", async () => {
    const change = { "new.py": "def new_x():\n    new_y()\n\ndef new_y():\n    pass\n" }
    expect(await found(echoChamber, {}, change)).toEqual(["new.py: new_y"])
    expect(await found(deadCode, {}, change)).toEqual(["new.py: new_x"])
  })

  it.each<[string, Record<string, string>, Record<string, string>, readonly string[]]>([
    [
      "an importer that was there",
      { "old.py": "from new import new_y\nnew_y()\n" },
      { "new.py": "def _x():\n    new_y()\n\ndef new_y(): pass\n" },
      [],
    ],
    [
      "two new files",
      {},
      { "a.ts": "import { b } from './b'\nexport const c = b()\n", "b.ts": "export function b() {}\n" },
      ["b.ts: b"],
    ],
    [
      "a helper for old code of its file",
      { "a.py": "def old(): pass\n" },
      { "a.py": "def old(): helper()\ndef helper(): pass\n" },
      [],
    ],
    [
      "new code that calls new code in an old file",
      { "a.py": "def old(): pass\n" },
      { "a.py": "def old(): pass\ndef one(): two()\ndef two(): pass\n" },
      ["a.py: two"],
    ],
    ["a script", {}, { "a.py": "def work(): pass\n\nif __name__ == '__main__':\n    work()\n" }, []],
    [
      "a value that old code passes on",
      { "old.py": "import a\nuse(a.work)\n" },
      { "a.py": "def work(): pass\ndef _x(): work()\n" },
      [],
    ],
    [
      "a chain that old code starts",
      { "old.py": "x = 1\n" },
      {
        "old.py": "from a import start\nstart()\n",
        "a.py": "from b import second\ndef start(): second()\n",
        "b.py": "def second(): third()\ndef third(): pass\n",
      },
      [],
    ],
    [
      "a chain that a manifest starts, by module and name",
      {},
      {
        "pyproject.toml": "[project.scripts]\nx = 'a:start'\n",
        "a.py": "def start(): work()\ndef work(): pass\n",
      },
      [],
    ],
    [
      "a chain whose start is a word of some file",
      { "x.yml": "start: 1\n" },
      { "a.py": "def start(): work()\ndef work(): start()\n" },
      ["a.py: work"],
    ],
    [
      "code that only its new test calls",
      {},
      { "a.py": "def work(): pass\n", "tests/test_a.py": "from a import work\ndef test_a(): work()\n" },
      ["a.py: work"],
    ],
    [
      "a Rust module with the name of its function",
      { "src/main.rs": "fn main() {}\n" },
      {
        "src/main.rs": "mod table;\nmod color;\nfn main() {}\n",
        "src/table.rs": "use crate::color::paint;\npub fn table() { paint() }\n",
        "src/color.rs": "pub fn paint() {}\n",
      },
      ["src/color.rs: paint"],
    ],
  ])("of %s", async (_what, files, change, expected) => {
    expect(await found(echoChamber, files, change)).toEqual(expected)
  })
})

describe("the three of them", () => {
  it("take part only when asked to, and need no index of the host", () => {
    expect(
      [deadCode, abandonedSymbols, echoChamber].map(({ default_in, needs }) => [default_in, needs]),
    ).toEqual(Array(3).fill([{ gate: false, check: false }, "nothing"]))
  })
})

it.each([
  [deadCode, {}, { "a.py": "def fresh(): pass\n" }],
  [abandonedSymbols, { "a.py": "def f(): pass\nf()\n" }, { "a.py": "def f(): pass\n" }],
  [echoChamber, {}, { "a.py": "def f(): pass\n", "b.py": "from a import f\ndef g():\n    return f()\n" }],
])("%# cannot look where more files could have a caller than are searched", async (critic, files, change) => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, at) => [`many/${at}.py`, ""]))
  expect(await judge(critic, files, change)).toMatchObject({ status: "fail" })
  expect(await judge(critic, { ...files, ...many }, change)).toEqual({
    status: "unable",
    reason: "the repository has more files than are searched for callers",
  })
})
