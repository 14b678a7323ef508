import { describe, expect, it } from "vitest"
import { goPreservation } from "./go.ts"
import { javaPreservation } from "./java.ts"
import { lostIn } from "./preservation.fixture.ts"
import { pythonPreservation } from "./python.ts"
import { rustPreservation } from "./rust.ts"
import { scriptPreservation } from "./script.ts"

describe("in Go", () => {
  it("a method of a private type may go that nobody calls, unless an interface may ask for it", async () => {
    const text = (type: string, method: string) =>
      `package m\n\ntype ${type} struct{}\n\nfunc (t *${type}) ${method}() {}\n`
    const judged = (type: string, method: string, more = "") =>
      lostIn(
        goPreservation,
        { "a.go": text(type, method) + more },
        { "a.go": `package m\n\ntype ${type} struct{}\n${more}` },
      )
    expect(await judged("tree", "WalkPath")).toEqual([])
    expect(await judged("Tree", "WalkPath")).toEqual(["a.go: Tree.WalkPath"])
    expect(await judged("tree", "Flush")).toEqual(["a.go: tree.Flush"])
    expect(await judged("tree", "WalkPath", "\ntype Mux struct {\n\t*tree\n}\n")).toEqual([
      "a.go: tree.WalkPath",
    ])
  })

  it("a member means a function only behind its package", async () => {
    const files = { "m/a.go": "package m\n\nfunc prefix() {}\n\nfunc Walk() {}\n" }
    const judged = (user: string, path = "m/b.go") =>
      lostIn(goPreservation, { ...files, [path]: user }, { "m/a.go": "package m\n" })
    const own = ["m/a.go: Walk"]
    expect(await judged("package m\n\nfunc f(n node) { n.prefix() }\n")).toEqual(own)
    expect(await judged("package m\n\nfunc f() { prefix() }\n")).toEqual(["m/a.go: prefix", ...own])
    const type = { "m/a.go": "package m\n\ntype Handler int\n\nfunc f(h Handler) {}\n" }
    const typed = (user: string) =>
      lostIn(
        goPreservation,
        { ...type, "m/b.go": user },
        { "m/a.go": "package m\n\nfunc f(h http.Handler) {}\n" },
      )
    expect(await typed("package m\n\nfunc g(h http.Handler) {}\n")).toEqual([])
    expect(await typed("package m\n\nfunc g(h Handler) {}\n")).toEqual(["m/a.go: Handler"])
    const internal = { "internal/m/a.go": "package m\n\nfunc Walk() {}\n" }
    const from = (user: string) =>
      lostIn(goPreservation, { ...internal, "c/c.go": user }, { "internal/m/a.go": "package m\n" })
    expect(await from("package c\n\nfunc f(t T) { t.Walk() }\n")).toEqual([])
    expect(await from('package c\n\nimport x "n/internal/m"\n\nfunc f() { x.Walk() }\n')).toEqual([
      "internal/m/a.go: Walk",
    ])
  })
})

describe("in Rust", () => {
  it("a function without `self` is called by the name of its type", async () => {
    const judged = (user: string) =>
      lostIn(
        rustPreservation,
        {
          "src/lib.rs": "mod a;\nmod b;\n",
          "src/a.rs": "pub(crate) struct A;\nimpl A {\n    pub(crate) fn new() -> A { A }\n}\n",
          "src/b.rs": user,
        },
        { "src/a.rs": "pub(crate) struct A;\n" },
      )
    expect(await judged("fn f() { B::new(); }\n")).toEqual([])
    const lost = ["src/a.rs: A.new"]
    expect(await judged("fn f() { A::new(); }\n")).toEqual(lost)
    expect(await judged("use a::A as X;\nfn f() { X::new(); }\n")).toEqual(lost)
    expect(await judged("fn f() { A::<u8>::new(); }\n")).toEqual(lost)
  })

  it("a type that dereferences to another one has its methods", async () => {
    const before =
      "pub struct Pooled(Conn);\nimpl Pooled {\n    pub fn prepare(&self) { self.0.prepare() }\n}\n"
    const judged = (after: string) => lostIn(rustPreservation, { "src/a.rs": before }, { "src/a.rs": after })
    expect(
      await judged(
        "pub struct Pooled(Conn);\nimpl<'a> ops::Deref for Pooled {\n    type Target = Conn;\n}\n",
      ),
    ).toEqual([])
    expect(await judged("pub struct Pooled(Conn);\nimpl Drop for Pooled {}\n")).toEqual([
      "src/a.rs: Pooled.prepare",
    ])
  })

  it("`main` runs a program at the top of a file alone", async () => {
    const inner = (name: string) => `mod ${name} {\n    pub fn run() {}\n    fn main() {}\n}\n`
    const files = { "build.rs": inner("one") }
    expect(await lostIn(rustPreservation, files, { "build.rs": inner("two") })).toEqual([])
    expect(await lostIn(rustPreservation, { "build.rs": "fn main() {}\n" }, { "build.rs": "\n" })).toEqual([
      "build.rs: main",
    ])
  })
})

describe("in Rust, too,", () => {
  it("a plain name in another file means a function only where it is imported", async () => {
    const files = {
      "src/lib.rs": "mod a;\n",
      "src/a.rs": "pub fn same() {}\npub fn x() {}\n",
      "src/c.rs": "use crate::a::same;\nfn f() { same() }\n",
    }
    const judged = (user: string) =>
      lostIn(
        rustPreservation,
        { ...files, "src/b.rs": user },
        { "src/a.rs": "pub fn x() {}\n", "src/c.rs": "fn f() {}\n" },
      )
    expect(
      await judged("trait B {\n    fn f(&self) { self.same() }\n}\nbench! {\n    same { v }\n}\n"),
    ).toEqual([])
    const lost = ["src/a.rs: same"]
    expect(await judged("fn f() { super::a::same() }\n")).toEqual(lost)
    expect(await judged("use crate::a::*;\nfn f() { same() }\n")).toEqual(lost)
    expect(await judged("use crate::a::same;\nfn f() { same() }\n")).toEqual(lost)
  })

  it("a function of a private module may go that nobody calls", async () => {
    const judged = (root: string) =>
      lostIn(
        rustPreservation,
        { "src/lib.rs": root, "src/size.rs": "pub fn mul() {}\npub fn x() {}\n" },
        { "src/size.rs": "pub fn x() {}\n" },
      )
    expect(await judged("mod size;\n")).toEqual([])
    const lost = ["src/size.rs: mul"]
    expect(await judged("pub mod size;\n")).toEqual(lost)
    expect(await judged("mod size;\npub use size::*;\n")).toEqual(lost)
    expect(await judged("mod size;\nfn f() { size::mul() }\n")).toEqual(lost)
  })

  it("a benchmark goes with the type of a deleted file", async () => {
    const files = {
      "benches/a.rs": "#[bench]\nfn stride_iter(b: &mut B) { b.iter(|| Stride::from(&xs)) }\n\nfn x() {}\n",
      "src/stride.rs": "pub struct Stride;\n",
    }
    const after = { "benches/a.rs": "fn x() {}\n" }
    expect(await lostIn(rustPreservation, files, { ...after, "src/stride.rs": null })).toEqual([])
    expect(await lostIn(rustPreservation, files, after)).toEqual(["benches/a.rs: stride_iter"])
    const moved = { ...after, "src/stride.rs": null, "src/b.rs": "pub struct Stride;\n" }
    expect(await lostIn(rustPreservation, files, moved)).toEqual(["benches/a.rs: stride_iter"])
  })

  it("a derive under a condition implements a trait", async () => {
    const type = "pub struct Host(u8);\n"
    const files = { "src/a.rs": `${type}impl Serialize for Host {\n    fn f(&self) {}\n}\n` }
    const judged = (mark: string) => lostIn(rustPreservation, files, { "src/a.rs": mark + type })
    expect(await judged('#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]\n')).toEqual([])
    expect(await judged('#[cfg_attr(feature = "serde", derive(Deserialize))]\n')).toHaveLength(1)
  })

  it("a module may get its file under another name", async () => {
    const files = { "src/io/mod.rs": "mod core;\npub use x::Y;\n", "src/io/core.rs": "pub fn f() {}\n" }
    const judged = (text: string) => lostIn(rustPreservation, files, { "src/io/mod.rs": text })
    expect(await judged('#[path = "core.rs"]\nmod imp;\npub use x::Y;\n')).toEqual([])
    expect(await judged("mod imp;\npub use x::Y;\n")).toEqual(["src/io/mod.rs: core"])
  })
})

it("what nobody uses goes along with what the file loses on purpose", async () => {
  const files = {
    "src/shop.go": "package shop\n\nfunc Total() {}\n\nfunc Unused() {}\n",
    "cmd/run.go": "package cmd\n\nfunc run() { shop.Total() }\n",
  }
  const bare = { "src/shop.go": "package shop\n" }
  const adapted = { ...bare, "cmd/run.go": "package cmd\n\nfunc run() {}\n" }
  expect(await lostIn(goPreservation, files, adapted)).toEqual([])
  expect(await lostIn(goPreservation, files, bare)).toEqual(["src/shop.go: Total", "src/shop.go: Unused"])
  const used = { ...files, "cmd/b.go": "package cmd\n\nfunc b() { shop.Unused() }\n" }
  expect(await lostIn(goPreservation, used, adapted)).toEqual(["src/shop.go: Unused"])
})

it("a test that another touched file calls is a helper, and one that its own file names is a test", async () => {
  const text = "def test_path(a):\n    return join(root, a, suffix)\n\ndef x():\n    run('x', test_path)\n"
  const files = { "tests/util.py": text, "tests/test_a.py": "from .util import test_path\ntest_path('a')\n" }
  const after = { "tests/util.py": "def x():\n    run('x')\n" }
  const user = { "tests/test_a.py": "print('a')\n" }
  expect(await lostIn(pythonPreservation, files, { ...after, ...user })).toEqual([])
  expect(await lostIn(pythonPreservation, { "tests/util.py": text }, after)).toEqual([
    "tests/util.py: test_path",
  ])
})

it("a plain name of Python in another file comes from an import", async () => {
  const files = {
    "tests/util.py": "def main(): pass\nx = 1\n",
    "tests/a.py": "from tests.util import main\nmain()\n",
  }
  const judged = (user: string) =>
    lostIn(
      pythonPreservation,
      { ...files, "b.py": user },
      { "tests/util.py": "x = 1\n", "tests/a.py": "x = 1\n" },
    )
  expect(await judged("def f(main):\n    main()\n")).toEqual([])
  expect(await judged("from tests.util import main\nmain()\n")).toEqual(["tests/util.py: main"])
  expect(await judged("from tests.util import *\nmain()\n")).toEqual(["tests/util.py: main"])
  const marked = (mark: string) =>
    lostIn(
      pythonPreservation,
      { "tests/util.py": `${mark}\ndef m1(): pass\nx = m1\n`, "tests/b.py": "def test_b(m1):\n    m1()\n" },
      { "tests/util.py": "x = 1\n" },
    )
  expect(await marked("@hookspec")).toEqual([])
  expect(await marked("@pytest.fixture")).toEqual(["tests/util.py: m1"])
})

it("a key of a literal of Go is a field, and a nested type of Java is named with its owner", async () => {
  const go = { "a_test.go": "package m\n\nfunc expect() {}\n\nfunc f() { expect() }\n" }
  const judged = (user: string) =>
    lostIn(goPreservation, { ...go, "b_test.go": user }, { "a_test.go": "package m\n\nfunc f() {}\n" })
  expect(await judged("package m\n\nvar a = T{expect: 1}\n")).toEqual([])
  expect(await judged("package m\n\nvar a = T{expect}\n")).toEqual(["a_test.go: expect"])
  const java = {
    "p/Edge.java": "package p;\npublic class Edge {\n  public interface Factory { }\n}\n",
    "p/A.java": "package p;\nclass A { Edge.Factory a; }\n",
  }
  const after = {
    "p/Edge.java": "package p;\npublic class Edge {\n}\n",
    "p/A.java": "package p;\nclass A { }\n",
  }
  const left = (user: string) => lostIn(javaPreservation, { ...java, "p/B.java": user }, after)
  expect(await left("package p;\nclass B { Factory b; }\n")).toEqual([])
  expect(await left("package p;\nclass B { Factory b; Edge c; }\n")).toEqual([])
  expect(await left("package p;\nclass B { Edge.Factory b; }\n")).toEqual(["p/Edge.java: Edge.Factory"])
  expect(await left("package p;\nclass B extends Edge { Factory b; }\n")).toEqual([
    "p/Edge.java: Edge.Factory",
  ])
})

it("three types lose the same method by no accident", async () => {
  const type = (name: string, method: string) => `class ${name} implements Provider {\n${method}}\n`
  const text = (count: number, method: string) =>
    `package p;\npublic class A {\n  Object a = b.get();\n${["X", "Y", "Z"].map((name, at) => type(name, at < count ? method : "  public Object get() { return 1; }\n")).join("")}}\n`
  const judged = (count: number) =>
    lostIn(javaPreservation, { "p/A.java": text(0, "") }, { "p/A.java": text(count, "") })
  expect(await judged(3)).toEqual([])
  expect(await judged(2)).toEqual(["p/A.java: A.X.get", "p/A.java: A.Y.get"])
})

it("a plain word in data names code behind its module alone", async () => {
  const files = { "demos/blog.py": "def main(): pass\nmain()\nx = 1\n" }
  const judged = (toml: string) =>
    lostIn(pythonPreservation, { ...files, "a.ini": toml }, { "demos/blog.py": "x = 1\n" })
  expect(await judged("# the main file\n")).toEqual([])
  expect(await judged("blog = demos.blog:main\n")).toEqual(["demos/blog.py: main"])
})

describe("in Java", () => {
  it("a method of a type of the package may go that nobody calls", async () => {
    const judged = (head: string) =>
      lostIn(
        javaPreservation,
        { "p/A.java": `package p;\n${head} {\n  public void a() { }\n}\n` },
        { "p/A.java": `package p;\n${head} {\n}\n` },
      )
    expect(await judged("final class A")).toEqual([])
    expect(await judged("public final class A")).toEqual(["p/A.java: A.a"])
    expect(await judged("class A implements Service")).toEqual(["p/A.java: A.a"])
  })

  it("a type that extends another class than before may have its methods", async () => {
    const text = (base: string, method = "") => `package p;\npublic class A${base} {\n${method}}\n`
    const files = {
      "p/A.java": text("", "  public void a() { }\n"),
      "p/B.java": "package p;\nclass B { void b(A x) { x.a(); } }\n",
    }
    expect(await lostIn(javaPreservation, files, { "p/A.java": text(" extends Base<T>") })).toEqual([])
    expect(await lostIn(javaPreservation, files, { "p/A.java": text(" implements Base") })).toEqual([
      "p/A.java: A.a",
    ])
  })
})

it("leaves what a program writes to its source", async () => {
  const text = "package m\n\nfunc A() {}\n"
  const judged = (head: string) =>
    lostIn(goPreservation, { "a.go": head + text }, { "a.go": `${head}package m\n` })
  expect(await judged("// Code generated by stringer. DO NOT EDIT.\n\n")).toEqual([])
  expect(await judged("// Reads ids that the server generated.\n\n")).toEqual(["a.go: A"])
})

it("a body whose lines now stand elsewhere is not lost", async () => {
  const body = "    rows = read_rows(path)\n    total = sum_of(rows)\n    return round_up(total)\n"
  const files = { "a.py": `def total_of(path):\n${body}\ndef other():\n    pass\n` }
  const into = (lines: string) => ({ "a.py": `def other():\n    path = "."\n${lines}` })
  expect(await lostIn(pythonPreservation, files, into(body))).toEqual([])
  expect(await lostIn(pythonPreservation, files, into("    pass\n"))).toEqual(["a.py: total_of"])
  const copied = { "a.py": `${files["a.py"]}\ndef again(path):\n${body}` }
  expect(
    await lostIn(pythonPreservation, copied, {
      "a.py": `def other():\n    pass\n\ndef again(path):\n${body}`,
    }),
  ).toEqual(["a.py: total_of"])
})

it("a file is written anew when most of its names went and about as many came", async () => {
  const text = (names: readonly string[]) =>
    names.map((name) => `def ${name}():\n    return ${name.length}\n`).join("\n")
  const files = { "a.py": text(["one", "two", "three", "four"]) }
  expect(await lostIn(pythonPreservation, files, { "a.py": text(["parse", "render", "four"]) })).toEqual([])
  expect(await lostIn(pythonPreservation, files, { "a.py": text(["parse", "four"]) })).toEqual([
    "a.py: one",
    "a.py: two",
    "a.py: three",
  ])
  const used = { ...files, "b.py": "from a import one\none()\n" }
  expect(await lostIn(pythonPreservation, used, { "a.py": text(["parse", "render", "four"]) })).toEqual([
    "a.py: one",
  ])
})

it("users in another language were changed, and its comments use nothing", async () => {
  const files = {
    "p/Util.java": "package p;\npublic class Util {\n  public static void makeMask() { }\n}\n",
    "k/A.kt": "// makeMask is slow.\nval a = Util.makeMask()\n",
  }
  const gone = { "p/Util.java": "package p;\npublic class Util {\n}\n" }
  expect(await lostIn(javaPreservation, files, { ...gone, "k/A.kt": "// makeMask is slow.\n" })).toEqual([])
  expect(await lostIn(javaPreservation, files, gone)).toEqual(["p/Util.java: Util.makeMask"])
})

it("a stub of Python that defines a name uses its own", async () => {
  const files = { "a.py": "def _set(): pass\nx = 1\n" }
  const judged = (stub: string) =>
    lostIn(pythonPreservation, { ...files, "b.pyi": stub }, { "a.py": "x = 1\n" })
  expect(await judged("def _set() -> None: ...\n")).toEqual([])
  expect(await judged("from a import _set\n")).toEqual(["a.py: _set"])
})

it("a type that is declared inside of a function now is used there", async () => {
  const files = { "tests/run.py": "class Runner:\n    pass\n\ndef make():\n    return Runner()\n" }
  const judged = (after: string) => lostIn(pythonPreservation, files, { "tests/run.py": after })
  expect(await judged("def make():\n    class Runner:\n        pass\n    return Runner()\n")).toEqual([])
  expect(await judged("def make():\n    return Runner()\n")).toEqual(["tests/run.py: Runner"])
})

describe("in scripts", () => {
  it("a plain word in a module means an export only where it is imported", async () => {
    const files = {
      "src/utils.ts": "export const on = 1\nexport const x = 1\n",
      "src/a.ts": 'import { on } from "./utils"\non\n',
    }
    const after = { "src/utils.ts": "export const x = 1\n", "src/a.ts": 'import { x } from "./utils"\nx\n' }
    const judged = (path: string, text: string) =>
      lostIn(scriptPreservation, { ...files, [path]: text }, after)
    expect(await judged("src/b.ts", "export function f(on: number) { return on }\n")).toEqual([])
    expect(await judged("src/b.vue", "<p>on</p>\n")).toEqual([])
    const lost = ["src/utils.ts: on"]
    expect(await judged("src/b.ts", 'import { on } from "./all"\non\n')).toEqual(lost)
    expect(await judged("src/b.vue", 'import { on } from "./all"\n')).toEqual(lost)
    expect(await judged("src/b.js", "on()\n")).toEqual(lost)
  })

  it("a function of a plain script may move into another one", async () => {
    const files = { "a.js": "function match(a) {\n  return a\n}\nstart()\n" }
    const inside = { "a.js": "start(function () {\n  function match(a) {\n    return a\n  }\n})\n" }
    expect(await lostIn(scriptPreservation, files, inside)).toEqual([])
    expect(await lostIn(scriptPreservation, files, { "a.js": "start()\n" })).toEqual(["a.js: match"])
  })

  it("an export goes into a new module of its name, and a function of a test script gets another name", async () => {
    const files = { "common.js": "exports.tailFile = function () {}\nexports.x = 1\n" }
    const after = { "common.js": "exports.x = 1\n" }
    expect(
      await lostIn(scriptPreservation, files, { ...after, "tail-file.js": "module.exports = f\n" }),
    ).toEqual([])
    expect(
      await lostIn(scriptPreservation, files, { ...after, "head-file.js": "module.exports = f\n" }),
    ).toEqual(["common.js: tailFile"])
    const test = (name: string, call: string) =>
      `const a = require("a")\n\nfunction ${name}(b) {\n  return a(b)\n}\n${call}(1)\n`
    const judged = (text: string) =>
      lostIn(scriptPreservation, { "test/a.js": test("levels", "levels") }, { "test/a.js": text })
    expect(await judged(`// levels\n${test("values", "values")}`)).toEqual([])
    expect(await judged(test("values", "levels"))).toEqual(["test/a.js: levels"])
  })

  it("an export goes with the module that it passed on, and one inside of a package with its imports", async () => {
    const files = {
      "index.js": "module.exports = {\n  isPast: require('./is_past'),\n  isNow: 1\n}\n",
      "is_past/index.js": "x()\n",
    }
    const after = { "index.js": "module.exports = {\n  isNow: 1\n}\n" }
    expect(await lostIn(scriptPreservation, files, { ...after, "is_past/index.js": null })).toEqual([])
    expect(await lostIn(scriptPreservation, files, after)).toEqual(["index.js: isPast"])
    const inner = (path: string) => ({
      [path]: "export const tokens = 1\nexport const x = 1\n",
      "src/a.ts": 'import { tokens } from "./t"\ntokens\n',
    })
    const judged = (path: string) =>
      lostIn(scriptPreservation, inner(path), { [path]: "export const x = 1\n", "src/a.ts": "export {}\n" })
    expect(await judged("src/tokens/index.ts")).toEqual([])
    expect(await judged("src/index.ts")).toEqual(["src/index.ts: tokens"])
  })
})
