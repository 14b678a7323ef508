import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { refinerSyntax, syntax } from "./syntax.ts"

type Content = string | Uint8Array | null

async function judge(
  after: Readonly<Record<string, Content>>,
  {
    files = {},
    options = {},
  }: { files?: Record<string, string>; options?: Record<string, boolean | string | string[]> } = {},
) {
  const change = changeSet(
    Object.entries(after).map(([path, text]) => ({ path, before: files[path] ?? null, after: text })),
  )
  return syntax.check(change, memoryFacts(files, change), options)
}

async function firstOf(after: Readonly<Record<string, Content>>) {
  const verdict = await judge(after)
  return verdict.status === "fail" ? verdict.violations[0] : verdict
}

const long = (text: string) => `${text}\n${"// a comment that makes it long\n".repeat(100)}`

it("reads Rust that says ~ in a text, or calls proc", async () => {
  const text = 'fn f() { proc(a); path("~", "std::io::IoResult") }\nfn g() {\n'
  expect(await firstOf({ "a.rs": text })).toMatchObject({ path: "a.rs" })
})

it("reads a source that has a colour of a terminal in it", async () => {
  const text = `export const red = "\u001B[31m"\n${"// a line\n".repeat(9)}let x = {\n`
  expect(await firstOf({ "a.ts": text })).toMatchObject({ path: "a.ts" })
})

describe("what parses passes", () => {
  it.each<[string, Content]>([
    ["a.toml", 'a = "b"\n'],
    ["a.json", '{"a": [1, 2]}'],
    ["tsconfig.build.json", '{\n  // strict\n  "a": 1,\n}'],
    [".vscode/settings.json", "{ /* none */ }"],
    [".prettierrc", "semi: false\n"],
    [".prettierrc", '{\n\t"semi": false\n}'],
    ["k8s/all.yaml", "kind: A\n---\nkind: B\n"],
    ["stack.yml", "a: !Sub '${x}'\nb: !If [p, {c: !Ref d}]\n"],
    ["a.py", "def f[T](x: T) -> T:\n    match x:\n        case _:\n            return x\n"],
    ["old.rs", "use std::io::IoResult;\nfn f() { pool.execute(proc(_) { let ~x = 1; }) }\n"],
    ["highlighted/a.ts", "\u001B[38;2;1;2;3mlet\u001B[0m x\n"],
    ["a.pyi", "def f(x: int) -> str: ...\n"],
    [
      "latin.py",
      new Uint8Array([...Buffer.from("# -*- coding: latin-1 -*-\nx = '"), 0xe9, ...Buffer.from("'\n")]),
    ],
    ["a.js", "return require('x')"],
    ["a.js", "with (a) { b = 010 }"],
    ["a.js", "export const a = <b c={1}>{d}</b>"],
    ["a.js", "// @flow\ntype A = {| b: ?string |}\nexport type B = A"],
    ["a.mjs", "await import('x')"],
    ["a.cjs", "return 1"],
    ["a.ts", "export const a = <T,>(x: T): T => x satisfies T"],
    ["a.tsx", "export const A = () => <b>{1 as number}</b>"],
    ["a.d.ts", "declare const a: string\nexport = a\n"],
    ["a.cts", "import b = require('b')\nexport = b\n"],
    ["film.ts", new Uint8Array([0x47, 0x40, 0, 0x10, 0])],
    ["de.ts", '<?xml version="1.0"?>\n<TS version="2.1"></TS>'],
    ["README.md", "{ ["],
    ["main.hs", "func ("],
    ["{{cookiecutter.name}}/a.toml", "a = {{ b }}"],
    ["recipe/meta.yaml", '{% set v = "1" %}\npackage:\n  v: {{ v }}\n'],
    ["empty.py", ""],
    ["gone.json", null],
  ])("%s, row %#", async (path, text) => {
    expect(await judge({ [path]: text })).toEqual({ status: "pass" })
  })

  it("also a Helm template, but only in a chart", async () => {
    const template = { "web/templates/a.yaml": "a:\n  {{- if .b }}\n  c: 1\n  {{- end }}\n" }
    expect(await judge(template, { files: { "web/Chart.yaml": "name: web\n" } })).toEqual({ status: "pass" })
    expect(await judge(template)).toMatchObject({ status: "fail" })
  })

  it("also a JSON file that had comments before", async () => {
    const files = { "data/a.json": "{ // why\n}" }
    expect(await judge({ "data/a.json": '{ // why\n "b": 1 }' }, { files })).toEqual({ status: "pass" })
    expect(await judge({ "data/b.json": "{ // why\n}" }, { files })).toMatchObject({ status: "fail" })
  })

  it("also a data file that had the same problem before", async () => {
    const text = (value: string) => `{\n"b": Infinity,\n"c": ${value}\n}`
    const files = { "data/a.json": text("1") }
    expect(await judge({ "data/a.json": text("2") }, { files })).toEqual({ status: "pass" })
    expect(await judge({ "data/a.json": text("NaN") }, { files })).toMatchObject({ status: "fail" })
    const options = { strict: true }
    expect(await judge({ "data/a.json": text("2") }, { files, options })).toMatchObject({ status: "fail" })
  })

  it("also what tests are given and what says by its name that it does not parse", async () => {
    expect(await judge({ "test/fixtures/syntax-error-esm.mjs": "import a\n" })).toEqual({ status: "pass" })
    expect(await judge({ "test/fixtures/esm.mjs": "import a\n" })).toMatchObject({ status: "fail" })
    expect(await judge({ "src/syntax-error.mjs": "import a\n" })).toMatchObject({ status: "fail" })
    expect(await judge({ "tests/examples/invalid/comma.toml": "a = 1," })).toEqual({ status: "pass" })
    expect(await judge({ "src/invalid/comma.toml": "a = 1," })).toMatchObject({ status: "fail" })
    const merged = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n"
    expect(await judge({ "test/fixtures/invalid.mjs": merged })).toMatchObject({ status: "fail" })
  })

  it("also a file of Python 2, where there were such files before", async () => {
    const old = 'import os\n\ntry:\n    print "a"\nexcept IOError, error:\n    raise\n'
    const files = { "a.py": old, "c.py": "x = 1\n" }
    expect(await judge({ "a.py": `${old}print "b"\n`, "b.py": old }, { files })).toEqual({ status: "pass" })
    expect(await judge({ "c.py": old }, { files: { "c.py": "x = 1\n" } })).toMatchObject({ status: "fail" })
    expect(await judge({ "b.py": old }, { files: { "c.py": '"""\nprint "a"\n"""\n' } })).toMatchObject({
      status: "fail",
    })
    expect(await judge({ "b.py": `#!/usr/bin/python2\n${old}` })).toEqual({ status: "pass" })
  })

  it("also a project's skeleton with places to fill in", async () => {
    const text = "class {{ name }}:\n    pass\n"
    expect(await judge({ "tool/templates/app.py": text })).toEqual({ status: "pass" })
    expect(await judge({ "tool/app.py": text })).toMatchObject({ status: "fail" })
    expect(await judge({ "tool/templates/app.py": "def f(:\n" })).toMatchObject({ status: "fail" })
  })

  it("also what is excluded", async () => {
    const options = { exclude: ["test/fixtures/**"] }
    expect(await judge({ "test/fixtures/bad.json": "{" }, { options })).toEqual({ status: "pass" })
  })
})

describe("what does not parse is told with rule, line and column", () => {
  it.each<[string, Content, string, number, number]>([
    ["a.toml", "a = 1\nb = bare\n", "toml_syntax", 2, 5],
    ["Config.TOML", "a = ", "toml_syntax", 1, 5],
    ["package.json", '{"scripts": {,}}', "json_syntax", 1, 14],
    [".github/workflows/ci.yml", "on: push\n---\non: push\n", "yaml_syntax", 2, 1],
    ["a.yaml", "a: 'b\n", "yaml_syntax", 2, 1],
    ["a.py", "def broken(:\n", "python_syntax", 1, 12],
    ["db.py", 'def f():\n    q = "">\n    return q\n', "python_syntax", 2, 12],
    ["a.py", "return 1\n", "python_syntax", 1, 1],
    ["a.js", "const a = ;\n", "javascript_syntax", 1, 11],
    ["a.js", "const a: string = 1\n", "javascript_syntax", 1, 7],
    ["a.ts", "let a = 1\nlet a = 2\n", "typescript_syntax", 1, 5],
    ["a.jsx", "export const a = <b></c>\n", "javascript_syntax", 1, 23],
    ["big.ts", long("const a = (\n"), "typescript_syntax", 103, 1],
    ["a.json", new Uint8Array([0x7b, 10, 0xff, 10]), "encoding", 2, 1],
    ["a.ts", Buffer.from("\uFEFFexport const x = {\n", "utf16le"), "encoding", 1, 1],
  ])("%s, row %#", async (path, text, rule, line, column) => {
    expect(await firstOf({ [path]: text })).toMatchObject({ path, rule, line, column })
  })

  it("in touched order, with the line as evidence", async () => {
    const verdict = await judge({ "good.json": "{}", "z.toml": "a = bare", "b.json": "{", "a.js": "(" })
    expect(verdict).toMatchObject({
      violations: [
        { path: "z.toml", message: "Not valid TOML: invalid value", evidence: "a = bare" },
        { path: "b.json" },
        { path: "a.js" },
      ],
    })
  })

  it("as a conflict where there is one", async () => {
    const text = "x = 1\n<<<<<<< HEAD\ny = 2\n=======\ny = 3\n>>>>>>> topic\n"
    expect(await judge({ "a.py": text, "b.toml": text })).toEqual({
      status: "fail",
      violations: [
        expect.objectContaining({ path: "a.py", line: 2, rule: "conflict_marker" }),
        expect.objectContaining({ path: "b.toml", line: 2, rule: "conflict_marker" }),
      ],
    })
  })

  it("by the version of Python that is asked for", async () => {
    const change = { "a.py": "match x:\n    case 1:\n        pass\n" }
    expect(await judge(change, { options: { python_version: "3.9" } })).toMatchObject({ status: "fail" })
    expect(await judge(change, { options: { python_version: "3.10" } })).toEqual({ status: "pass" })
  })

  it("with the event of the facts, from G6 too", async () => {
    const change = changeSet([{ path: "a.toml", after: "a = bare" }])
    const verdict = await refinerSyntax.check(change, memoryFacts({}, change))
    expect(verdict).toMatchObject({ status: "fail" })
    expect(verdict.status === "fail" && syntax.event.fields(verdict)).toEqual({
      path: "a.toml",
      error: "Not valid TOML: invalid value (line 1, column 5)",
    })
  })
})

describe("hostile files", () => {
  it.each([
    ["a.js", "(".repeat(100_000)],
    ["a.ts", `x = ${"[".repeat(60_000)}${"]".repeat(60_000)}`],
    ["a.py", "(".repeat(100_000)],
    ["a.yaml", "{a: ".repeat(100_000)],
    ["a.json", "[".repeat(300_000)],
    ["a.toml", `a = ${"[".repeat(300_000)}`],
  ])("%s nested without end fails and the process goes on", async (path, text) => {
    expect(await firstOf({ [path]: text })).toMatchObject({ path })
  })

  it("do not spoil the verdict on others that are read beside them", async () => {
    const change = { "a.js": "(".repeat(100_000), "b.ts": long("let a: = 1"), "c.ts": long("export {}") }
    const verdict = await judge(change)
    expect(verdict.status === "fail" && [...new Set(verdict.violations.map(({ path }) => path))]).toEqual([
      "a.js",
      "b.ts",
    ])
  })

  it("are not read when YAML has too many tokens", async () => {
    expect(await judge({ "a.yaml": "- a\n".repeat(300_000) })).toMatchObject({ status: "unable" })
  })
})

it("a Python file that is not read in time keeps nothing else from being looked at", async () => {
  const slow = `${"a=".repeat(500_000)}1\n`
  const { pythonProblems } = await loadParsers()
  await expect(pythonProblems(slow, "3.15", 1)).rejects.toMatchObject({ name: "UnableError" })
  expect(await judge({ "a.py": slow, "b.json": "{" })).toMatchObject({
    status: "fail",
    violations: [{ path: "b.json" }],
    unable: expect.stringContaining("a.py: ruff did not read"),
  })
  expect(await judge({ "a.py": slow })).toMatchObject({ status: "unable" })
})

it("a long Python file is read like a short one", async () => {
  const long_list = `x = [\n${'  "a",\n'.repeat(20_000)}]\n`
  expect(await judge({ "many.py": long_list })).toEqual({ status: "pass" })
  expect(await judge({ "many.py": `${long_list}return 1\n` })).toMatchObject({
    violations: [{ path: "many.py", line: 20_003 }],
  })
})
