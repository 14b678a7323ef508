import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { computeFingerprint } from "../../repository/compute_fingerprint.ts"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { scriptConfigCount } from "./config_files.ts"
import { moduleReferences } from "./module_references.ts"
import { packageGrounding } from "./package_grounding.ts"
import { packageOf } from "./package_names.ts"

const refs = (text: string, path = "vite.config.js") =>
  moduleReferences(path, text).map(({ specifier }) => specifier)

describe("moduleReferences", () => {
  it.each([
    ["const a = require('a')", ["a"]],
    ['require( "a" )', ["a"]],
    ["import x from 'a'", ["a"]],
    ["import 'a'", ["a"]],
    ["import type { Config } from 'tailwindcss'", ["tailwindcss"]],
    ["import x = require('a')", ["a"]],
    ['export * from "q"', ["q"]],
    ["const a = await import('a')", ["a"]],
    ["import(`a`)", ["a"]],
    ["require.resolve('a'); import.meta.resolve('b')", ["a", "b"]],
    ["export default { plugins: ['a', 'b', 'c'] }", ["a", "b", "c"]],
    ["module.exports = { 'presets': ['next/babel'] }", ["next/babel"]],
    ["plugins: [['a', { x: ['b'] }], 'c']", ["a", "c"]],
    ["plugins: [react(), 'z']", ["z"]],
    ["plugins: [...(on ? ['a', ['b', 1]] : []), require('c')]", ["a", "b", "c"]],
    ["plugins: [x('a'), y ? 'b' : 'c', ['d'][0]]", ["d"]],
    ["plugins: { a: {}, 'b': [] }", []],
    ["// import x from 'a'\n/* require('b') */", []],
    ["const s = \"require('a')\"; const r = /require('b')/", []],
    ["`${require('a')} require('b') ${`${import('c')}`}`", ["a", "c"]],
    ["x.require('a'); x.import('b'); Array.from('c')", []],
    ["import x from 'a b'", []],
    ["plugins: ['a'", ["a"]].slice(0, 1).concat([[]]) as [string, string[]],
  ])("%s loads %j", (text, names) => {
    expect(refs(text)).toEqual(names)
  })

  it("reads the keys of PostCSS", () => {
    expect(
      refs("module.exports = { plugins: { tailwindcss: {}, 'a-b': { x: 1 } } }", "postcss.config.js"),
    ).toEqual(["tailwindcss", "a-b"])
  })

  it("reads hostile text in time", () => {
    for (const pump of [
      "plugins:[",
      "require(",
      "`${",
      "[",
      "/",
      "'",
      "import ",
      "\\",
      "plugins:{a:",
      "/[",
    ]) {
      expect(refs(pump.repeat(20_000))).toEqual([])
    }
  })
})

it.each([
  ["react", "react"],
  ["React-DOM", "react-dom"],
  ["@vue/cli", "@vue/cli"],
  ["@scope/pkg/sub/x", "@scope/pkg"],
  ["lodash/fp/get", "lodash"],
  ["icon.svg?raw", "icon.svg"],
  ["./relative", null],
  ["../parent", null],
  ["/absolute", null],
  ["", null],
  ["@", null],
  ["@scope-only", null],
  ["@/local", null],
  ["~/a", null],
  ["~", null],
  ["#internal", null],
  ["virtual:pwa", null],
  ["https://x.y/z.js", null],
  ["fs/promises", null],
  ["node:test", null],
  ["node:sqlite", null],
  ["http2", null],
])("%j is of the package %j", (specifier, name) => {
  expect(packageOf(specifier)).toBe(name)
})

async function check(files: Record<string, string>, path: string, after: string, given?: Fingerprint | null) {
  const change = changeSet([{ path, after }])
  const fingerprint = given === undefined ? await computeFingerprint(memoryFacts(files, change)) : given
  const verdict = await packageGrounding.check(change, memoryFacts(files, change, { fingerprint }))
  return verdict.status === "fail" ? verdict.violations : []
}

const declaring = (...names: string[]) =>
  JSON.stringify({ name: "own", devDependencies: Object.fromEntries(names.map((name) => [name, "1"])) })

describe("G12", () => {
  it("names every package that is not declared, sorted, and what is", async () => {
    const files = { "package.json": declaring("vitepress") }
    const found = await check(
      files,
      "prettier.config.js",
      "import 'zed'\nexport default {\n  plugins: ['prettier-plugin-tailwindcss']\n}",
    )
    expect(found.map(({ evidence, line }) => [evidence, line])).toEqual([
      ["prettier-plugin-tailwindcss", 3],
      ["zed", 1],
    ])
    expect(found[0]?.message).toContain("vitepress")
  })

  it.each([
    ["vite.config.ts", "import 'vite'; import 'own'; import '@w/a'; import 'node:fs'; import './x'"],
    [".eslintrc.cjs", "module.exports = { plugins: ['import', '@typescript-eslint'] }"],
    ["babel.config.js", "module.exports = { presets: ['@babel/env'], plugins: ['lodash'] }"],
    ["vite.config.js", "import '@app/x'; import 'alias'"],
    ["vite.config.js", "import type x from 'estree'"],
  ])("%s may say %s", async (path, text) => {
    const files = {
      "package.json": declaring(
        "vite",
        "eslint-plugin-import",
        "@typescript-eslint/eslint-plugin",
        "@babel/preset-env",
        "babel-plugin-lodash",
        "@types/estree",
      ),
      "packages/a/package.json": '{"name":"@w/a"}',
      "tsconfig.json":
        '{ /* c */ "compilerOptions": { "paths": { "@app/*": ["src/*"], "alias": ["./a.ts"] } } }',
    }
    expect(await check(files, path, text)).toEqual([])
  })

  it("believes that a tool brings what its configs are documented to load", async () => {
    const load = "import { defineConfig } from 'vite'"
    expect(await check({ "package.json": declaring("vitepress") }, "vite.config.js", load)).toEqual([])
    expect(await check({ "package.json": declaring("vue") }, "vite.config.js", load)).toHaveLength(1)
  })

  it("asks the nearest package.json, then those above it, and no other one", async () => {
    const files = {
      "package.json": declaring("a"),
      "packages/web/package.json": declaring("b"),
      "packages/x/package.json": declaring("c"),
    }
    const found = await check(files, "packages/web/vite.config.js", "import 'a'; import 'b'; import 'c'")
    expect(found.map(({ evidence }) => evidence)).toEqual(["c"])
  })

  it("is silent where nothing can be said", async () => {
    expect(await check({ "package.json": declaring() }, "src/app.js", "import 'a'")).toEqual([])
    expect(await check({ "Cargo.toml": "" }, "vite.config.js", "import 'a'")).toEqual([])
    expect(await check({ "package.json": "{" }, "vite.config.js", "import 'a'")).toEqual([])
    expect(await check({ "package.json": declaring() }, "vite.config.js", "import 'a'", null)).toEqual([])
  })

  it("takes the fingerprint's word when no package.json is at hand", async () => {
    const fingerprint = await computeFingerprint(memoryFacts({ "package.json": declaring("a") }))
    const found = await check({}, "vite.config.js", "import 'a'; import 'b'", fingerprint)
    expect(found.map(({ evidence }) => evidence)).toEqual(["b"])
  })

  it("knows 47 configs", () => {
    expect(scriptConfigCount).toBe(47)
  })
})
