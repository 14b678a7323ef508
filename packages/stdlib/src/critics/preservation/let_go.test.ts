import { describe, expect, it } from "vitest"
import { goPreservation } from "./go.ts"
import { javaPreservation } from "./java.ts"
import { judge, lostIn } from "./preservation.fixture.ts"
import { pythonPreservation } from "./python.ts"
import { rustPreservation } from "./rust.ts"
import { scriptPreservation } from "./script.ts"

type Files = Readonly<Record<string, string>>

/** "path: name" of each loss, with "warning" behind those that a check only warns of. */
async function levels(critic: typeof goPreservation, files: Files, after: Files, strict = false) {
  const verdict = await judge(critic, files, after, { flag_unparsable: false, strict })
  return verdict.status === "fail"
    ? verdict.violations.map(({ path, evidence, severity }) =>
        [`${path}: ${evidence}`, severity].filter(Boolean).join(" "),
      )
    : []
}

describe("a mention", () => {
  it("of a member in Python is one of the function only where its module is named", async () => {
    const files = {
      "tests/clock.py": "def sleep(n): pass\nx = 1\n",
      "tests/test_a.py": "from tests.clock import sleep\nsleep(1)\n",
    }
    const after = { "tests/clock.py": "x = 1\n", "tests/test_a.py": "x = 1\n" }
    const judged = (user: string) => lostIn(pythonPreservation, { ...files, "b.py": user }, after)
    expect(await judged("import asyncio\nasyncio.sleep(1)\nnow().sleep(1)\n")).toEqual([])
    expect(await judged("from tests import clock\nclock.sleep(1)\n")).toEqual(["tests/clock.py: sleep"])
    expect(await judged("from tests import clock as c\nc.sleep(1)\n")).toEqual(["tests/clock.py: sleep"])
  })

  it("of a member in a script is one of the export only where it is one of a module", async () => {
    const files = {
      "src/utils.ts": "export const find = 1\nexport const x = 1\n",
      "src/a.ts": 'import { find } from "./utils"\nfind\n',
    }
    const after = { "src/utils.ts": "export const x = 1\n", "src/a.ts": "[1].find(Boolean)\n" }
    const judged = (more: Files) => lostIn(scriptPreservation, { ...files, ...more }, after)
    expect(await judged({ "docs/a.mdx": "Find or find.\n" })).toEqual([])
    expect(await judged({ "src/b.ts": 'import * as utils from "./all"\nutils.find\n' })).toEqual([
      "src/utils.ts: find",
    ])
  })

  it("of a name that a touched file gives to a parameter now means that", async () => {
    const files = {
      "src/errors.rs": "pub fn handle(e: u8) {}\npub fn x() {}\n",
      "src/run.rs": "use crate::errors::handle;\npub fn run() { handle(1) }\n",
    }
    const after = { "src/errors.rs": "pub fn handle_all(e: u8) {}\npub fn x() {}\n" }
    const bound = "pub fn run(handle: impl Fn(u8)) { handle(1) }\n"
    expect(await lostIn(rustPreservation, files, { ...after, "src/run.rs": bound })).toEqual([])
    expect(await lostIn(rustPreservation, files, after)).toEqual(["src/errors.rs: handle"])
  })

  it("in a page without marks of a template is none of Go, nor is a text", async () => {
    const files = {
      "a.go": "package shop\n\ntype c struct{}\n\nfunc (c *c) Socket() int { return 1 }\n",
      "b.go": "package shop\n\nfunc f(x *c) int { return x.Socket() }\n",
    }
    const after = { "a.go": "package shop\n\ntype c struct{}\n", "b.go": "package shop\n" }
    const judged = (more: Files) => lostIn(goPreservation, { ...files, ...more }, after)
    expect(await judged({ "public/a.html": "<script>new Socket(1)</script>" })).toEqual([])
    expect(await judged({ "public/a.html": "<p>{{ .Socket }}</p>" })).toEqual(["a.go: c.Socket"])
    expect(await judged({ "c.go": 'package shop\n\nconst name = "Socket"\n' })).toEqual([])
  })
})

describe("what nobody uses may go without a word", () => {
  it.each([
    ["from an example", goPreservation, "examples/a/b.go", "package b\n\nfunc F() {}\n", "package b\n"],
    ["from a private module", pythonPreservation, "shop/_utils.py", "def f(): pass\n", "x = 1\n"],
    [
      "from an internal package",
      goPreservation,
      "internal/b.go",
      "package b\n\nfunc F() {}\n",
      "package b\n",
    ],
    ["from the main file of Rust", rustPreservation, "src/main.rs", "pub fn f() {}\n", "pub fn g() {}\n"],
    [
      "when it was deprecated",
      javaPreservation,
      "A.java",
      "public class A {\n  @Deprecated\n  public void f() { }\n}\n",
      "public class A {\n}\n",
    ],
    [
      "when its comment said so",
      goPreservation,
      "b.go",
      "package b\n\n// F is.\n//\n// Deprecated: use G.\nfunc F() {}\n",
      "package b\n",
    ],
    [
      "from the configuration of a tool",
      scriptPreservation,
      "jest.config.build.js",
      "module.exports = { a: 1, b: 2 }\n",
      "module.exports = { a: 1 }\n",
    ],
    [
      "from a test",
      scriptPreservation,
      "test/type/a.ts",
      "export const a = 1\nexport const b = 1\n",
      "export const a = 1\n",
    ],
    [
      "from an example in a script",
      scriptPreservation,
      "examples/a.ts",
      "export const a = 1\nexport const b = 1\n",
      "export const a = 1\n",
    ],
  ] as const)("%s", async (_what, critic, path, before, after) => {
    expect(await lostIn(critic, { [path]: before }, { [path]: after })).toEqual([])
    const elsewhere = `lib/${path.split("/").at(-1)}`.replace("_utils", "utils").replace("main.rs", "a.rs")
    const plain = before.replace(/ *@Deprecated\n|\/\/\n\/\/ Deprecated.*\n/, "")
    const named = elsewhere.replace(".test.ts", ".ts").replace(".config.build", "")
    expect(await lostIn(critic, { [named]: plain }, { [named]: after })).toHaveLength(1)
  })

  it("when types in several files lose it at once", async () => {
    const type = (name: string) =>
      `package m\n\ntype ${name} struct{}\n\nfunc (x ${name}) SetPriority(p int) {}\n`
    const bare = (name: string) => `package m\n\ntype ${name} struct{}\n`
    const files = { "a.go": type("A"), "b.go": type("B") }
    expect(await lostIn(goPreservation, files, { "a.go": bare("A"), "b.go": bare("B") })).toEqual([])
    expect(await lostIn(goPreservation, { "a.go": type("A") }, { "a.go": bare("A") })).toEqual([
      "a.go: A.SetPriority",
    ])
  })

  it("with a type that became a function", async () => {
    const before = "package m\n\ntype Auth struct{}\n\nfunc (a Auth) Priority() int { return 1 }\n"
    const user = { "b.go": "package m\n\ntype P interface{ Priority() int }\n" }
    const after = { "a.go": "package m\n\nfunc Auth() int { return 1 }\n" }
    expect(await lostIn(goPreservation, { "a.go": before, ...user }, after)).toEqual([])
    const kept = { "a.go": "package m\n\ntype Auth struct{}\n" }
    expect(await lostIn(goPreservation, { "a.go": before, ...user }, kept)).toEqual(["a.go: Auth.Priority"])
  })

  it("of a crate without a library", async () => {
    const crate = { "src/main.rs": "mod a;\nfn main() {}\n", "src/a.rs": "pub fn f() {}\npub fn g() {}\n" }
    const after = { "src/a.rs": "pub fn g() {}\n" }
    expect(await lostIn(rustPreservation, crate, after)).toEqual([])
    expect(await lostIn(rustPreservation, { ...crate, "src/lib.rs": "pub mod a;\n" }, after)).toEqual([
      "src/a.rs: f",
    ])
  })

  it("of tests that a decorator hands on, unless it is used by itself", async () => {
    const judged = (decorator: string) =>
      lostIn(
        pythonPreservation,
        { "tests/help.py": `@${decorator}\ndef f(): pass\nx = 1\n` },
        { "tests/help.py": "x = 1\n" },
      )
    expect(await judged("singledispatch")).toEqual([])
    expect(await judged("pytest.fixture(autouse=True)")).toEqual(["tests/help.py: f"])
  })
})

it("lets a Java method go that an untouched base class has", async () => {
  const files = {
    "p/Jedis.java": "package p;\npublic class Jedis extends Base {\n  public void ping() { }\n}\n",
    "p/Base.java": "package p;\npublic class Base {\n  public void ping() { }\n}\n",
    "p/Other.java": "package p;\nclass Other { void f(Jedis j) { j.ping(); } }\n",
  }
  const after = { "p/Jedis.java": "package p;\npublic class Jedis extends Base {\n}\n" }
  expect(await lostIn(javaPreservation, files, after)).toEqual([])
  const apart = { ...files, "p/Jedis.java": files["p/Jedis.java"].replace(" extends Base", "") }
  const still = { "p/Jedis.java": "package p;\npublic class Jedis {\n}\n" }
  expect(await lostIn(javaPreservation, apart, still)).toEqual(["p/Jedis.java: Jedis.ping"])
})

it("looks for users of a private Java type in its file alone", async () => {
  const inner = "  private static final class Reader {\n    public void read() { }\n  }\n"
  const files = {
    "p/A.java": `package p;\npublic class A {\n  Object a = new Reader();\n${inner}}\n`,
    "q/B.java": "package q;\nimport r.Reader;\nclass B { Reader b; void f() { b.read(); } }\n",
  }
  expect(await lostIn(javaPreservation, files, { "p/A.java": "package p;\npublic class A {\n}\n" })).toEqual(
    [],
  )
  const used = { "p/A.java": "package p;\npublic class A {\n  Object a = new Reader();\n}\n" }
  expect(await lostIn(javaPreservation, files, used)).toEqual([
    "p/A.java: A.Reader",
    "p/A.java: A.Reader.read",
  ])
})

it("tells a method of Rust from a function, and lets a deprecated one go that a document tells of", async () => {
  const text = (method: string) =>
    `pub struct Assets;\nimpl Assets {\n    pub fn new() -> Self { Assets }\n${method}}\n`
  const method =
    '    #[deprecated(note = "use theme")]\n    pub fn default_theme() -> u8 { default_theme(1) }\n'
  const files = {
    "src/lib.rs": "pub mod assets;\n",
    "src/assets.rs": text(method),
    "src/theme.rs": "pub fn default_theme(n: u8) -> u8 { n }\n",
    "CHANGES.md": "# Changes\n",
  }
  const after = { "src/assets.rs": text("") }
  expect(await lostIn(rustPreservation, files, after)).toEqual([])
  const plain = { ...files, "src/assets.rs": text(method.replace(/.*\n/, "")) }
  expect(await lostIn(rustPreservation, plain, after)).toEqual(["src/assets.rs: Assets.default_theme"])
  const user = { ...files, "src/user.rs": "fn f() -> u8 { Assets::default_theme() }\n" }
  expect(await lostIn(rustPreservation, user, after)).toEqual(["src/assets.rs: Assets.default_theme"])
  const said = { ...after, "CHANGES.md": "# Changes\n\n- Remove `default_theme`.\n" }
  expect(await lostIn(rustPreservation, user, said)).toEqual([])
})

it("follows a star of a declaration file to another one", async () => {
  const files = {
    "types/index.d.ts": 'export * from "./core"\n',
    "types/core/index.d.ts": "export interface Chart {}\nexport interface Plugin {}\n",
  }
  const merged = "export interface Chart {}\nexport interface Plugin {}\n"
  expect(await lostIn(scriptPreservation, files, { "types/index.d.ts": merged })).toEqual([])
  expect(
    await lostIn(scriptPreservation, files, { "types/index.d.ts": "export interface Chart {}\n" }),
  ).toEqual(["types/index.d.ts: Plugin"])
})

describe("in Rust", () => {
  const HEADER = "pub struct Upgrade(pub u8);\n\nimpl Header for Upgrade {\n    fn name() -> u8 { 1 }\n}\n"
  const judged = (before: string, after: string) =>
    lostIn(rustPreservation, { "src/lib.rs": "pub mod a;\n", "src/a.rs": before }, { "src/a.rs": after })

  it("a macro call that came may define what it names", async () => {
    expect(await judged(HEADER, 'header! {\n    (Upgrade, "Upgrade") => (u8)+\n}\n')).toEqual([])
    expect(await judged(HEADER, 'header! {\n    (Downgrade, "Upgrad") => (u8)+\n}\n')).toEqual([
      "src/a.rs: Upgrade",
      "src/a.rs: Upgrade.impl Header",
    ])
  })

  it("modules may stand in a macro call that came", async () => {
    const files = {
      "src/lib.rs": "pub mod a;\npub mod dns;\n",
      "src/dns.rs": "pub fn f() {}\n",
      "src/a.rs": "\n",
    }
    const wrapped = (name: string) =>
      `pub mod a;\ncfg_feature! {\n    #![feature = "tcp"]\n\n    pub mod ${name};\n}\n`
    expect(await lostIn(rustPreservation, files, { "src/lib.rs": wrapped("dns") })).toEqual([])
    expect(await lostIn(rustPreservation, files, { "src/lib.rs": wrapped("tcp") })).toEqual([
      "src/lib.rs: dns",
    ])
  })

  it("an attribute that came on a type may implement a trait", async () => {
    const text = (mark: string, more: string) => `pub use x::y;\n${mark}pub struct Server(u8);\n${more}`
    const unpin = "impl Unpin for Server {}\n"
    expect(await judged(text("", unpin), text("#[pin_project]\n", ""))).toEqual([])
    expect(await judged(text("", unpin), text("#[derive(Debug)]\n", ""))).toEqual([
      "src/a.rs: Server.impl Unpin",
    ])
  })

  it("an implementation may leave a module inside of a file, and one of a restricted type may go", async () => {
    const inside = "pub mod make {\n    impl Make for Tree {\n        fn make(&self) {}\n    }\n}\n"
    const moved = { "src/b.rs": "pub fn f() {}\nimpl Make for Tree {\n    fn make(&self) {}\n}\n" }
    const files = {
      "src/lib.rs": "pub mod a;\n",
      "src/a.rs": `pub struct X;\n${inside}`,
      "src/b.rs": "pub fn f() {}\n",
    }
    const bare = { "src/a.rs": "pub struct X;\npub mod make {\n}\n" }
    expect(await lostIn(rustPreservation, files, { ...bare, ...moved })).toEqual([])
    expect(await lostIn(rustPreservation, files, bare)).toEqual(["src/a.rs: make.Tree.impl Make"])
    const spawn = (mark: string, more: string) => `${mark} struct Spawn(u8);\n${more}pub fn g() {}\n`
    const future = "impl Future for Spawn {\n    fn poll(&self) {}\n}\n"
    expect(await judged(spawn("pub(super)", future), spawn("pub(super)", ""))).toEqual([])
    expect(await judged(spawn("pub", future), spawn("pub", ""))).toEqual(["src/a.rs: Spawn.impl Future"])
  })
})

it("lets methods of Go go that a type now has by one that it embeds", async () => {
  const text = (fields: string, method = "") =>
    `package m\n\ntype adapter struct {\n\t${fields}\n}\n\nfunc New() *adapter { return nil }\n${method}`
  const files = {
    "a.go": text("response *Response", "\nfunc (a *adapter) Flush() { a.response.Flush() }\n"),
    "b.go": "package m\n\nfunc f(a *adapter) { a.Flush() }\n",
  }
  expect(await lostIn(goPreservation, files, { "a.go": text("*Response") })).toEqual([])
  expect(await lostIn(goPreservation, files, { "a.go": text("response *Response") })).toEqual([
    "a.go: adapter.Flush",
  ])
})

it("counts implementations of a trait that get another type, or are given the other way round", async () => {
  const before = "pub struct Input;\nimpl Into<u8> for Input {\n    fn into(self) -> u8 { 1 }\n}\n"
  const judged = (after: string) => lostIn(rustPreservation, { "src/a.rs": before }, { "src/a.rs": after })
  const from = "pub struct Input;\nimpl From<Input> for u8 {\n    fn from(_: Input) -> u8 { 1 }\n}\n"
  expect(await judged(from)).toEqual([])
  expect(await judged(before.replaceAll("for Input", "for inner::Text"))).toEqual([])
  expect(await judged("pub struct Input;\n")).toEqual(["src/a.rs: Input.impl Into"])
})

it("lets the interface of a package lose what its documents are changed for", async () => {
  const files = { "src/index.ts": 'export { skipAll, x } from "./a"\n', "README.md": "Call `skipAll`.\n" }
  const after = { "src/index.ts": 'export { skipEach, x } from "./a"\n' }
  expect(await lostIn(scriptPreservation, files, after)).toEqual(["src/index.ts: skipAll"])
  expect(await lostIn(scriptPreservation, files, { ...after, "README.md": "Call `skipEach`.\n" })).toEqual([])
})

describe("what may well be meant is a warning, or nothing by default", () => {
  const body = "(rows) {\n  const sum = rows.reduce(add, start)\n  return round(sum)\n}\n"
  const renamed = (name: string) =>
    `package m\n\nfunc ${name}(rows []int) int {\n\tsum := fold(rows, add, start)\n\treturn round(sum)\n}\n`

  it("such as a definition with another name", async () => {
    const files = { "a.go": renamed("Total") }
    expect(await levels(goPreservation, files, { "a.go": renamed("Sum") })).toEqual([])
    expect(await levels(goPreservation, files, { "a.go": renamed("Sum") }, true)).toEqual([
      "a.go: Total warning",
    ])
    const other = "package m\n\nfunc Sum(rows []int) int {\n\treturn len(rows)\n}\n"
    expect(await levels(goPreservation, files, { "a.go": other })).toEqual(["a.go: Total"])
    const used = { ...files, "b.go": "package m\n\nfunc f() int { return Total(nil) }\n" }
    expect(await levels(goPreservation, used, { "a.go": renamed("Sum") })).toEqual(["a.go: Total"])
  })

  it("such as an export with another name", async () => {
    const files = { "src/index.ts": `export function useAllRows${body}export const x = 1\n` }
    const after = (name: string) => ({ "src/index.ts": `export function ${name}${body}export const x = 1\n` })
    for (const name of ["useTypedAllRows", "useColumns"]) {
      expect(await levels(scriptPreservation, files, after(name))).toEqual([])
      expect(await levels(scriptPreservation, files, after(name), true)).toEqual([
        "src/index.ts: useAllRows warning",
      ])
    }
    const other = { "src/index.ts": "export function useColumns() {}\nexport const x = 1\n" }
    expect(await levels(scriptPreservation, files, other)).toEqual(["src/index.ts: useAllRows"])
    const user = { ...files, "src/b.ts": 'import { useAllRows } from "./index"\n' }
    expect(await levels(scriptPreservation, user, after("useTypedAllRows"))).toEqual([
      "src/index.ts: useAllRows",
    ])
  })

  it("such as a test, where something else changed", async () => {
    const files = { "tests/test_a.py": "def test_a():\n    assert f()\n\ndef test_b():\n    assert g()\n" }
    const after = { "tests/test_a.py": "def test_b():\n    assert g()\n" }
    expect(await levels(pythonPreservation, files, after)).toEqual(["tests/test_a.py: test_a"])
    const code = { "a.py": "def g():\n    return 1\n" }
    const edited = { "a.py": "def g():\n    return 2\n" }
    expect(await levels(pythonPreservation, { ...files, ...code }, { ...after, ...edited })).toEqual([
      "tests/test_a.py: test_a warning",
    ])
  })

  it("and of tests that have nothing in them, one that others replace is no loss", async () => {
    const files = {
      "a_test.go": "package m\n\nfunc TestA(t *testing.T) {\n}\n\nfunc TestB(t *testing.T) {\n}\n",
    }
    const whole = "package m\n\nfunc TestAll(t *testing.T) {\n\tif f() != 1 {\n\t\tt.Fatal(1)\n\t}\n}\n"
    expect(await lostIn(goPreservation, files, { "a_test.go": whole })).toEqual([])
    expect(await lostIn(goPreservation, files, { "a_test.go": "package m\n" })).toHaveLength(2)
  })
})

it("an implementation of Rust goes with a trait that asks for something else of other types", async () => {
  const trait = (method: string) => `pub trait Fill {\n    fn ${method}(&mut self);\n}\n`
  const text = (method: string, ...types: readonly string[]) =>
    trait(method) +
    types.map((type) => `impl Fill for ${type} {\n    fn ${method}(&mut self) {}\n}\n`).join("")
  const judged = (after: string) =>
    lostIn(rustPreservation, { "src/a.rs": text("fill", "[u8]", "[u8; 4]") }, { "src/a.rs": after })
  const lost = ["src/a.rs: [u8].impl Fill", "src/a.rs: [u8; 4].impl Fill"]
  expect(await judged(text("fill_slice", "u8"))).toEqual([])
  expect(await judged(text("fill_slice"))).toEqual(lost)
  expect(await judged(text("fill"))).toEqual(lost)
})
