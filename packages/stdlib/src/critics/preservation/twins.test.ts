import { describe, expect, it } from "vitest"
import { goPreservation } from "./go.ts"
import { javaPreservation } from "./java.ts"
import { lostIn } from "./preservation.fixture.ts"
import { rustPreservation } from "./rust.ts"
import { scriptPreservation } from "./script.ts"

const REQUIRING = "const fs = require('node:fs')\n"

describe("G7-TS", () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      "functions and types",
      "export function a() {}\nexport interface B {}\nexport type C = 1\nexport enum D {}\n",
      "export function a() {}\n",
      ["B", "C", "D"],
    ],
    [
      "values",
      "export const a = 1, { b, c: d, e = 2 } = x, [f, ...g] = y\n",
      "export const a = 1\n",
      ["b", "d", "e", "f", "g"],
    ],
    ["the default export", "export default function a() {}\n", "export function a() {}\n", ["default"]],
    [
      "a list of exports",
      "const a = 1, b = 2\nexport { a, b as c }\n",
      "const a = 1, b = 2\nexport { a }\n",
      ["c"],
    ],
    [
      "CommonJS",
      "module.exports = { a, b: 1, 'c': 2, d() {} }\nexports.e = 1\n",
      "module.exports = { a }\n",
      ["b", "c", "d", "e"],
    ],
    ["CommonJS of one value", "module.exports = f\n", "exports.f = f\n", ["default"]],
    ["globals of a script", "function a() {}\nclass B {}\nconst c = 1\n", "function d() {}\n", ["a", "B"]],
    [
      "functions that a script still calls",
      `${REQUIRING}function a() {}\nfunction b() {}\n`,
      `${REQUIRING}a()\n`,
      ["a"],
    ],
    [
      "a star of a package",
      "export * from 'zod'\nexport const a = 1\n",
      "export const a = 1\n",
      ["* from zod"],
    ],
  ])("finds lost %s", async (_what, before, after, lost) => {
    expect(await lostIn(scriptPreservation, { "a.ts": before }, { "a.ts": after })).toEqual(
      lost.map((name) => `a.ts: ${name}`),
    )
  })

  it.each<[string, string, string]>([
    ["private functions", "export const a = 1\nfunction b() {}\n", "export const a = 1\n"],
    ["re-exports", "export function a() {}\nexport type B = 1\n", "export { a, type B } from './b'\n"],
    ["re-exports under the old name", "export function a() {}\n", "export { z as a } from './b'\n"],
    ["an import that is exported", "export function a() {}\n", "import { a } from './b'\nexport { a }\n"],
    ["a namespace", "export namespace N { export const a = 1 }\n", "export * as N from './n'\n"],
    [
      "overloads",
      "export function a(x: 1): 1\nexport function a(x: 2): 2\nexport function a(x: any) { return x }\n",
      "export function a(x: any) { return x }\n",
    ],
    [
      "merged declarations",
      "export interface A { a: 1 }\nexport interface A { b: 1 }\n",
      "export interface A { a: 1; b: 1 }\n",
    ],
    ["CommonJS to modules", "module.exports = { a, b }\n", "export const a = 1\nexport function b() {}\n"],
    ["one CommonJS value to a default export", "module.exports = f\n", "export default f\n"],
    [
      "a namespace that is all there is to a module",
      "export interface A {}\nexport default A\n",
      "declare namespace a {\n  export interface A {}\n}\nexport = a\n",
    ],
    [
      "a function that its only user has inside",
      `${REQUIRING}function a() {}\nb(a)\n`,
      `${REQUIRING}b(() => {\n  function a() {}\n  c(a)\n})\n`,
    ],
    ["a CommonJS value to members", "module.exports = define({ a })\n", "module.exports = { a }\n"],
    ["CommonJS members to a value", "module.exports = { a, b }\n", "module.exports = api\n"],
    ["a spread", "module.exports = { a, b }\n", "module.exports = { ...require('./b') }\n"],
    ["a star of a package", "export const a = 1\n", "export * from 'zod'\n"],
    ["globals that a compiler wrote", `function a(){${" ".repeat(500)}}\n`, "function b(){}\n"],
    ["unused functions of a script that requires", `${REQUIRING}function a() {}\n`, REQUIRING],
    [
      "a type star",
      "export type A = 1\nexport type * from 'zod'\n",
      "export type * from 'zod'\nexport type * from 'ajv'\n",
    ],
    ["a text after that does not parse", "export const a = 1\n", "export const a = (\n"],
    ["a text before that does not parse", "export const a = (\n", "export const b = 1\n"],
  ])("passes %s", async (_what, before, after) => {
    expect(await lostIn(scriptPreservation, { "a.ts": before }, { "a.ts": after })).toEqual([])
  })

  it("follows stars on both sides", async () => {
    const files = {
      "index.ts": "export * from './a.js'\n",
      "a.ts": "export const a = 1\nexport * from './b'\n",
      "b/index.ts": "export const b = 1\n",
    }
    expect(await lostIn(scriptPreservation, files, { "index.ts": "export { a } from './a.js'\n" })).toEqual([
      "index.ts: b",
    ])
    expect(
      await lostIn(scriptPreservation, files, {
        "index.ts": "export * from './c'\n",
        "c.ts": "export const a = 1, b = 2\n",
      }),
    ).toEqual([])
    const merged = {
      "index.ts": "export const a = 1\nexport const b = 1\n",
      "a.ts": null,
      "b/index.ts": null,
    }
    expect(await lostIn(scriptPreservation, files, merged)).toEqual([])
    expect(
      await lostIn(
        scriptPreservation,
        { "a.ts": "export * from './a'\nexport const x = 1\n" },
        { "a.ts": "export * from './a'\n" },
      ),
    ).toEqual(["a.ts: x"])
  })

  it("passes an export that moved with everyone who imports it", async () => {
    const files = {
      "src/a.ts": "export const f = 1\n",
      "src/b.ts": "export const g = 1\n",
      "src/user.ts": "import { f } from './a.js'\n",
    }
    const moved = { "src/a.ts": "export {}\n", "src/b.ts": "export const f = 1, g = 1\n" }
    expect(await lostIn(scriptPreservation, files, moved)).toEqual(["src/a.ts: f"])
    expect(
      await lostIn(scriptPreservation, files, { ...moved, "src/user.ts": "import { f } from '@/a'\n" }),
    ).toEqual(["src/a.ts: f"])
    expect(
      await lostIn(scriptPreservation, files, { ...moved, "src/user.ts": "import { f } from './b'\n" }),
    ).toEqual([])
    const manifest = { "package.json": '{"main": "dist/a.js"}' }
    const after = { ...moved, "src/user.ts": "import { f } from './b'\n" }
    expect(await lostIn(scriptPreservation, { ...files, ...manifest }, after)).toEqual(["src/a.ts: f"])
  })

  it("says of an export that it is lost where more files could import it than are looked at", async () => {
    const files = { "a.ts": "export const f = 1\nexport const g = f\n" }
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, at) => [`many/${at}.ts`, ""]))
    const after = { "a.ts": "const f = 1\nexport const g = f\n" }
    expect(await lostIn(scriptPreservation, files, after)).toEqual([])
    expect(await lostIn(scriptPreservation, { ...files, ...many }, after)).toEqual(["a.ts: f"])
  })

  it("passes an export that went with all who used it, or that only its own file uses", async () => {
    const files = {
      "a.ts": "export const f = 1\nexport const g = 2\n",
      "b.ts": "import { f } from './a'\nf()\n",
    }
    const gone = { "a.ts": "const g = 2\nexport const h = g\n", "b.ts": "export {}\n" }
    expect(await lostIn(scriptPreservation, files, gone)).toEqual([])
    expect(await lostIn(scriptPreservation, files, { "a.ts": gone["a.ts"] })).toEqual(["a.ts: f"])
    expect(await lostIn(scriptPreservation, files, { ...gone, "b.ts": "function f() {}\nf()\n" })).toEqual([])
    expect(await lostIn(scriptPreservation, files, { ...gone, "b.ts": "f()\n" })).toEqual(["a.ts: f"])
    expect(await lostIn(scriptPreservation, { ...files, "c.vue": "f()" }, gone)).toEqual(["a.ts: f"])
    expect(await lostIn(scriptPreservation, { ...files, "c.ts": "import { g } from './a'\n" }, gone)).toEqual(
      ["a.ts: g"],
    )
    expect(await lostIn(scriptPreservation, { ...files, "package.json": '{"main": "a.js"}' }, gone)).toEqual([
      "a.ts: f",
      "a.ts: g",
    ])
  })

  it("finds the users of CommonJS", async () => {
    const text = (list: string) => `module.exports = { ${list} }\nfunction f() {}\nfunction g() {}\n`
    const judged = (users: Readonly<Record<string, string>>, after = {}) =>
      lostIn(scriptPreservation, { "a.js": text("f, g"), ...users }, { "a.js": text("g"), ...after })
    expect(await judged({})).toEqual([])
    expect(await judged({ "b.js": "const { f } = require('./a')\n" })).toEqual(["a.js: f"])
    expect(await judged({ "b.js": "const a = require('./a')\na.f()\n" })).toEqual(["a.js: f"])
    expect(await judged({ "b.js": "require('./a').f()\n" })).toEqual(["a.js: f"])
    expect(await judged({ "b.js": "const { f } = require(name)\n" })).toEqual(["a.js: f"])
    expect(await judged({ "c/b.js": "const { f } = require('..')\n" })).toEqual(["a.js: f"])
    expect(await judged({ "b.js": "const { f } = require('other')\n" })).toEqual([])
    expect(await judged({ "b.js": "const { g } = require('./a')\nconst f = 1\n" })).toEqual(["a.js: f"])
  })

  it("knows what CommonJS gives to others", async () => {
    const [before, after] = ["exports.f = () => 1\nexports.g = () => 2\n", "exports.g = () => 2\n"]
    const judged = (others: Readonly<Record<string, string>>, touched = {}) =>
      lostIn(scriptPreservation, { "lib/a.js": before, ...others }, { "lib/a.js": after, ...touched })
    const user = { "lib/b.js": "const { f, g } = require('./a')\nf(g)\n" }
    const edited = { "lib/b.js": "const { g } = require('./a')\ng()\n" }
    expect(await judged({})).toEqual(["lib/a.js: f"])
    expect(await judged(user, edited)).toEqual([])
    expect(await judged(user, { "lib/b.js": `${edited["lib/b.js"]}const { f } = require('.')\n` })).toEqual([
      "lib/a.js: f",
    ])
    for (const index of ["module.exports = require('./a')\n", "module.exports = { ...require('./a') }\n"])
      expect(await judged({ ...user, "lib/index.js": index }, edited)).toEqual(["lib/a.js: f"])
    expect(await judged({ ...user, "package.json": '{"main": "lib/a.js"}' }, edited)).toEqual(["lib/a.js: f"])
  })

  it("lets a test among the exports go with a word of the code", async () => {
    const test = (more: string) => `module.exports = { ${more}'test scope': () => run({ scope: 1 }) }\n`
    const [before, after] = [test("'test context': () => run({ context: 1 }), "), test("")]
    const judged = (code: string) =>
      lostIn(
        scriptPreservation,
        { "test/a.test.js": before, "a.js": "exports.run = (o) => o.context || o.scope\n" },
        { "test/a.test.js": after, "a.js": code },
      )
    expect(await judged("exports.run = (o) => o.scope\n")).toEqual([])
    expect(await judged("exports.run = (o) => o.scope || o.context\n")).toEqual([
      "test/a.test.js: test context",
    ])
  })

  it("lets what a file alone used go with its use", async () => {
    const before = "export interface Props {\n  a: number\n}\nexport const f = (props: Props) => props\n"
    const judged = (after: string, others = {}) =>
      lostIn(scriptPreservation, { "src/a.ts": before, ...others }, { "src/a.ts": after })
    expect(await judged("export const f = (props: { a: number }) => props\n")).toEqual([])
    expect(await judged("export const f = (props: Props) => props\n")).toEqual(["src/a.ts: Props"])
    const user = { "src/b.ts": "import type { Props } from './a'\n" }
    expect(await judged("export const f = (props: object) => props\n", user)).toEqual(["src/a.ts: Props"])
    const unused = before.replace("props: Props", "props: object")
    expect(
      await lostIn(scriptPreservation, { "src/a.ts": unused }, { "src/a.ts": "export const f = 1\n" }),
    ).toEqual(["src/a.ts: Props"])
  })

  it("reads JSX", async () => {
    const before = "export const A = () => <p />\nexport const B = () => <A />\n"
    expect(
      await lostIn(scriptPreservation, { "a.jsx": before }, { "a.jsx": "export const A = () => <p />\n" }),
    ).toEqual(["a.jsx: B"])
    expect(
      await lostIn(scriptPreservation, { "a.tsx": before }, { "a.tsx": "export const A = () => <p />\n" }),
    ).toEqual(["a.tsx: B"])
  })
})

describe("G7-GO", () => {
  const before =
    "package p\n\ntype T[K any] struct{}\n\nfunc (t *T[K]) Do() {}\n\nfunc help() {}\n\nconst A, b = 1, 2\n\nvar (\n\tC int\n\td int\n)\n"

  it("finds functions, methods, types and exported values, and what is private only when it is called", async () => {
    const lost = ["T", "T.Do", "A", "C"].map((name) => `p/a.go: ${name}`)
    expect(await lostIn(goPreservation, { "p/a.go": before }, { "p/a.go": "package p\n" })).toEqual(lost)
    const calling = "package p\n\nfunc Run() { help() }\n"
    const after = { "p/b.go": calling, "p/a.go": before.replace("func help() {}\n", "") }
    const files = { "p/a.go": before, "p/b.go": calling }
    expect(await lostIn(goPreservation, files, after)).toEqual(["p/a.go: help"])
  })

  it("passes what moved to another file of the package, and not what moved out of it", async () => {
    const files = { "p/a.go": before }
    expect(await lostIn(goPreservation, files, { "p/a.go": "package p\n", "p/b.go": before })).toEqual([])
    expect(await lostIn(goPreservation, files, { "p/a.go": "package p\n", "q/b.go": before })).toHaveLength(4)
  })
})

describe("G7-RS", () => {
  const before =
    "pub fn a() { b() }\nfn b() {}\npub struct S;\nimpl S { pub fn m(&self) {} fn n(&self) {} }\nimpl fmt::Display for S { fn fmt(&self) {} }\nmacro_rules! k { () => {}; }\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn works() {}\n}\nfn main() {}\n"

  it("finds public items, implementations of traits, tests, macros and main", async () => {
    const names = ["a", "S", "S.m", "S.impl Display", "k", "tests.works", "main"]
    expect(await lostIn(rustPreservation, { "a.rs": before }, { "a.rs": "fn c() {}\n" })).toEqual(
      names.map((name) => `a.rs: ${name}`),
    )
  })

  it("finds a private function that is still called", async () => {
    const after = before.replace("fn b() {}\n", "")
    expect(await lostIn(rustPreservation, { "a.rs": before }, { "a.rs": after })).toEqual(["a.rs: b"])
    expect(
      await lostIn(rustPreservation, { "a.rs": before }, { "a.rs": after.replace("b()", "let b = 1; b()") }),
    ).toEqual([])
    expect(
      await lostIn(rustPreservation, { "a.rs": before }, { "a.rs": `use crate::x::*;\n${after}` }),
    ).toEqual([])
  })

  it("passes what use brings back, and less visibility", async () => {
    const files = { "a.rs": "pub fn a() {}\npub struct S;\nimpl S { pub fn m(&self) {} }\n" }
    expect(await lostIn(rustPreservation, files, { "a.rs": "mod x;\npub use x::{a, y::Z as S};\n" })).toEqual(
      [],
    )
    expect(
      await lostIn(rustPreservation, files, { "a.rs": "fn a() {}\nstruct S;\nimpl S { fn m(&self) {} }\n" }),
    ).toEqual([])
  })
})

describe("G7-JAVA", () => {
  const before =
    'package p;\npublic class A {\n  public int get() { return 1; }\n  void hidden() {}\n  @Test void works() {}\n  @Override public String toString() { return ""; }\n  public static class In { public void x() {} }\n}\ninterface I { void q(); }\nenum E { X; public void f() {} }\n'

  it("finds types, public methods and tests", async () => {
    const names = ["A", "A.get", "A.works", "A.toString", "A.In", "A.In.x", "I", "I.q", "E", "E.f"]
    expect(await lostIn(javaPreservation, { "p/A.java": before }, { "p/A.java": "package p;\n" })).toEqual(
      names.map((name) => `p/A.java: ${name}`),
    )
  })

  it.each<[string, Record<string, string>]>([
    ["what moved to a file of its own", { "p/A.java": "package p;\n", "p/All.java": before }],
    ["an overload less", { "p/A.java": before.replace("int get()", "int get(int a)") }],
    [
      "an inner type whose name comes from elsewhere now",
      {
        "p/A.java": before
          .replace("package p;", "package p;\nimport q.In;")
          .replace(/ {2}public static class In .*/, ""),
      },
    ],
  ])("passes %s", async (_what, after) => {
    expect(await lostIn(javaPreservation, { "p/A.java": before }, after)).toEqual([])
  })

  it("passes members of an inner type that became one of its own, and what only they used", async () => {
    const files = {
      "p/A.java":
        "package p;\nclass A {\n  static class In { public void x() { new Help(); } }\n  static class Help {}\n}\n",
    }
    const after = {
      "p/A.java": "package p;\nclass A {}\n",
      "p/In.java": "package p;\nclass In { public void x() {} }\n",
    }
    expect(await lostIn(javaPreservation, files, after)).toEqual([])
  })

  it("passes what needs a type whose file is gone", async () => {
    const files = {
      "p/A.java": "package p;\npublic class A { public void set(Hook hook) {} public void b() {} }\n",
      "p/Hook.java": "package p;\npublic interface Hook {}\n",
    }
    const after = { "p/A.java": "package p;\npublic class A { public void b() {} }\n" }
    expect(await lostIn(javaPreservation, files, after)).toEqual(["p/A.java: A.set"])
    expect(await lostIn(javaPreservation, files, { ...after, "p/Hook.java": null })).toEqual([])
    expect(
      await lostIn(javaPreservation, files, { ...after, "p/Hook.java": null, "q/Hook.java": "package q;\n" }),
    ).toEqual(["p/A.java: A.set"])
  })

  it("passes what a base class, a record or Lombok provides", async () => {
    const files = {
      "A.java": "public class A { public int getX() { return 1; } public int x() { return 1; } }\n",
    }
    expect(await lostIn(javaPreservation, files, { "A.java": "record A(int x, int getX) {}\n" })).toEqual([])
    expect(
      await lostIn(javaPreservation, files, {
        "A.java": "import lombok.Data;\n@Data public class A { int x; }\n",
      }),
    ).toEqual(["A.java: A.x"])
    const pulled = {
      "A.java": "class A extends B {}\n",
      "B.java": "class B { public int getX() { return 1; } public int x() { return 1; } }\n",
    }
    expect(await lostIn(javaPreservation, files, pulled)).toEqual([])
  })
})
