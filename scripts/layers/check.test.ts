import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, expect, test } from "vitest"
import { checkLayers } from "./check.mjs"
import { findCycles } from "./cycles.mjs"
import { PACKAGES } from "./rules.mjs"

const trees: string[] = []

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "layers-"))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkLayers(root).problems.map(({ path, line, message }) => `${path}:${line} ${message}`)
}

const RUNTIME = "packages/runtime/src"

const manifest = (name: string) => JSON.stringify({ name, exports: { ".": "./src/index.ts" } })

test("the laboratory takes packages by their entries, and what makes data for tests", () => {
  const inner = "../../packages/runtime/src/stall/fold.ts"
  const problems = problemsOf({
    [`${RUNTIME}/stall/fold.ts`]: "export const fold = () => 1",
    [`${RUNTIME}/stall/runs.fixture.ts`]: "export const runs = () => 1",
    [`${RUNTIME}/index.ts`]: 'export { fold } from "./stall/fold.ts"',
    "packages/runtime/package.json": manifest("@proofloop/runtime"),
    "scripts/docs/page.ts": `import "${inner}"`,
    "scripts/lab/bench.ts": `import "${inner}"\nimport "@proofloop/runtime"\nimport "${inner.replace("fold", "runs.fixture")}"`,
    "scripts/lab/bench.test.ts": `import "${inner}"`,
  })
  expect(problems).toEqual([
    `scripts/lab/bench.test.ts:1 the laboratory takes packages by their public entries, not ${RUNTIME}/stall/fold.ts`,
    `scripts/lab/bench.ts:1 the laboratory takes packages by their public entries, not ${RUNTIME}/stall/fold.ts`,
  ])
})

test("the right way is green", () => {
  const problems = problemsOf({
    [`${RUNTIME}/protocol/tool.ts`]: `export type Tool = { date: Date }`,
    [`${RUNTIME}/evidence/signature.ts`]: `import { sha256 } from "@noble/hashes/sha2.js"\nimport type { Tool } from "../protocol/tool.ts"\nexport const sign = (tool: Tool) => sha256(tool.date.process)`,
    [`${RUNTIME}/stall/fold.ts`]: `import { sign } from "../evidence/signature.ts"\nexport const fold = sign`,
    [`${RUNTIME}/machines/run.ts`]: `import { setup } from "xstate"\nimport { fold } from "../stall/fold.ts"\nexport const run = setup(fold)`,
    [`${RUNTIME}/loop/loop.ts`]: `import "node:fs"\nimport { run } from "../machines/run.ts"\nexport const loop = run`,
    [`${RUNTIME}/index.ts`]: `export { loop } from "./loop/loop.ts"`,
    "packages/runtime/package.json": manifest("@proofloop/runtime"),
    "packages/presets/src/index.ts": `export { loop } from "@proofloop/runtime"`,
    "packages/presets/package.json": manifest("@proofloop/presets"),
    "packages/proofloop/src/index.ts": `import { loop } from "@proofloop/presets"\nexport const main = loop`,
  })
  expect(problems).toEqual([])
})

test.each([
  ["evidence", "stall"],
  ["protocol", "evidence"],
  ["stall", "machines"],
  ["machines", "loop"],
  ["loop", "bridges"],
  ["loop", "testing"],
])("%s may not import %s, not even a type", (from, to) => {
  const problems = problemsOf({
    [`${RUNTIME}/${from}/a.ts`]: `import type { B } from "../${to}/b.ts"\nexport type A = B`,
    [`${RUNTIME}/${to}/b.ts`]: `export type B = 1`,
  })
  expect(problems).toEqual([
    expect.stringContaining(`${RUNTIME}/${from}/a.ts:1 ${from} may not import ${to}`),
  ])
})

test("the detector entry stays below the machines", () => {
  const problems = problemsOf({
    [`${RUNTIME}/machines/run.ts`]: `export const RUN = 1`,
    [`${RUNTIME}/detector.ts`]: `export { run } from "./machines/run.ts"`,
    [`${RUNTIME}/index.ts`]: `export { run } from "./machines/run.ts"`,
  })
  expect(problems).toEqual([expect.stringContaining("detector.ts may not import machines")])
})

test("a folder without a layer is red", () => {
  const problems = problemsOf({
    [`${RUNTIME}/stall/fold.ts`]: `export const FOLD = 1`,
    [`${RUNTIME}/extras/a.ts`]: `export { fold } from "../stall/fold.ts"`,
  })
  expect(problems).toEqual([expect.stringContaining("extras/ has no layer yet")])
})

test("a package imports only packages below it", () => {
  const problems = problemsOf({
    "packages/runtime/package.json": manifest("@proofloop/runtime"),
    "packages/stdlib/package.json": manifest("@proofloop/stdlib"),
    "packages/presets/package.json": manifest("@proofloop/presets"),
    [`${RUNTIME}/loop/loop.ts`]: `import "@proofloop/presets"`,
    "packages/presets/src/index.ts": `import type { A } from "@proofloop/stdlib"\nexport type B = A`,
  })
  expect(problems).toEqual([
    expect.stringContaining("packages/presets may not import packages/stdlib"),
    expect.stringContaining("packages/runtime may not import packages/presets"),
  ])
})

test("a package imports only public entries of another", () => {
  const problems = problemsOf({
    "packages/runtime/package.json": manifest("@proofloop/runtime"),
    [`${RUNTIME}/stall/fold.ts`]: `export const FOLD = 1`,
    "packages/stdlib/src/a.ts": `import "@proofloop/runtime/stall/fold.ts"`,
    "packages/stdlib/src/b.ts": `import "../../runtime/src/stall/fold.ts"`,
  })
  expect(problems).toEqual([
    expect.stringContaining("is not a public entry of @proofloop/runtime"),
    expect.stringContaining("leaves its package"),
  ])
})

test("a cycle is red, also over three files and a package's own name", () => {
  const problems = problemsOf({
    "packages/stdlib/package.json": manifest("@proofloop/stdlib"),
    "packages/stdlib/src/index.ts": `export * from "./a.ts"`,
    "packages/stdlib/src/a.ts": `export { b } from "./b.ts"`,
    "packages/stdlib/src/b.ts": `import * as all from "@proofloop/stdlib"\nexport const b = () => all`,
    "packages/stdlib/src/c.ts": `export { b } from "./b.ts"`,
  })
  expect(problems).toEqual([
    "packages/stdlib/src/a.ts:1 import cycle: packages/stdlib/src/a.ts -> packages/stdlib/src/b.ts -> packages/stdlib/src/index.ts -> packages/stdlib/src/a.ts",
  ])
})

test("a type import closes a cycle, too", () => {
  const problems = problemsOf({
    "packages/stdlib/src/code/a.ts": `import type { B } from "./b.ts"\nexport type A = B`,
    "packages/stdlib/src/code/b.ts": `import "./a.ts"\nexport type B = 1`,
  })
  expect(problems).toEqual([expect.stringContaining("import cycle")])
})

test("a folder of any package imports only what its row names, and its tests what they like", () => {
  const problems = problemsOf({
    "packages/stdlib/src/repository/facts.ts": `import type { Tree } from "../code/tree.ts"\nexport type Facts = Tree`,
    "packages/stdlib/src/repository/facts.test.ts": `import "../code/tree.ts"`,
    "packages/stdlib/src/code/tree.ts": `export type Tree = 1`,
    "packages/stdlib/src/extras/a.ts": `import "../code/tree.ts"`,
    "packages/proofloop/src/loose.ts": `import "./run/run.ts"`,
    "packages/proofloop/src/run/run.ts": "",
  })
  expect(problems).toEqual([
    expect.stringContaining(
      "loose.ts may not import run (allowed: console, kit, cockpit, config, arguments, config_file, resident, verbs)",
    ),
    expect.stringContaining("extras/ has no layer yet"),
    expect.stringContaining("facts.ts:1 repository may not import code"),
  ])
})

test("no two rows of the table lead to each other", () => {
  const tables: Record<string, { name: string; rooms?: Record<string, string[]> }> = PACKAGES
  for (const { rooms = {} } of Object.values(tables)) {
    const edges = new Map(Object.entries(rooms).map(([room, allowed]) => [room, new Set(allowed)]))
    expect(findCycles(edges).filter(([room]) => room !== "code")).toEqual([])
  }
  const names = new Map(Object.values(PACKAGES).map(({ name, imports }) => [name, new Set(imports)]))
  expect(findCycles(names)).toEqual([])
})

test.each([
  [`import { readFileSync } from "node:fs"`, "no import of node:fs"],
  [`import type { z } from "zod"`, "no import of zod"],
  [`import { setup } from "xstate"`, "no import of xstate"],
  [`export const lazy = () => import("./b.ts")`, "no dynamic import"],
  [`export const now = () => Date.now()`, "no Date"],
  [`const { now } = Date`, "no Date"],
  [`export const roll = Math.random()`, "no Math.random"],
  [`setTimeout(() => {}, 1)`, "no setTimeout"],
  [`console.log("here")`, "no console"],
  [`export const env = process.env["CI"]`, "no process"],
  [`export const key = { process }`, "no process"],
  [`export const order = (a: string, b: string) => a.localeCompare(b)`, "no localeCompare"],
])("an impure core is red: %s", (line, message) => {
  for (const folder of ["evidence", "stall"]) {
    const problems = problemsOf({
      [`${RUNTIME}/${folder}/a.ts`]: `// first\n${line}`,
      [`${RUNTIME}/${folder}/b.ts`]: "",
    })
    expect(problems).toContainEqual(`${RUNTIME}/${folder}/a.ts:2 ${folder}/ is pure: ${message}`)
  }
})

test("names that only look impure are green", () => {
  const problems = problemsOf({
    [`${RUNTIME}/stall/a.ts`]: `// Date, process
export const TEXT = "Date process"
export const of = ({ console }: { console: number }, [performance = 1]: number[]) => console + performance
export const member = (job: { process: number; fetch(): void; Date: Date }) => job.process
export const object = { Date: 1, process: () => Math.max(1, 2) }
export type Clock = typeof Date
`,
    [`${RUNTIME}/stall/a.test.ts`]: `import "node:fs"\nconsole.log(Date.now())`,
    [`${RUNTIME}/loop/loop.ts`]: `export const now = Date.now()`,
  })
  expect(problems).toEqual([])
})

test("the core loads no schema", () => {
  const problems = problemsOf({
    [`${RUNTIME}/protocol/tool.schema.ts`]: `import { z } from "zod"\nexport const tool = z.string()`,
    [`${RUNTIME}/protocol/tool.ts`]: `export { tool } from "./tool.schema.ts"`,
    [`${RUNTIME}/stall/a.ts`]: `export type { tool } from "../protocol/tool.schema.ts"`,
  })
  expect(problems).toEqual([
    expect.stringContaining("protocol/ is pure: no schema"),
    expect.stringContaining("stall/ is pure: no schema"),
  ])
})

test("xstate stays in machines and loop", () => {
  const problems = problemsOf({
    [`${RUNTIME}/machines/run.test.ts`]: `import "xstate/graph"`,
    [`${RUNTIME}/bridges/ai-sdk.ts`]: `import "xstate"`,
  })
  expect(problems).toEqual([expect.stringContaining("ai-sdk.ts:1 xstate belongs in machines and loop")])
})

test("long files, empty names, missing files and imports of tests are red", () => {
  const problems = problemsOf({
    "packages/stdlib/src/long.ts": "export {}\n".repeat(401),
    "packages/stdlib/src/just.ts": "export {}\n".repeat(400),
    "packages/stdlib/src/helpers.ts": "",
    "packages/stdlib/src/missing.ts": `import "./nowhere.ts"`,
    "packages/stdlib/src/tested.ts": `import "./a.test.ts"`,
    "packages/stdlib/src/a.test.ts": "",
  })
  expect(problems).toEqual([
    expect.stringContaining(`"helpers.ts" says nothing`),
    expect.stringContaining("401 lines"),
    expect.stringContaining("names no file"),
    expect.stringContaining("only a test imports a test"),
  ])
})

test("the command lists the problems and exits 1, or counts the files and exits 0", () => {
  const command = fileURLToPath(new URL("../check-layers.mjs", import.meta.url))
  const root = mkdtempSync(join(tmpdir(), "layers-"))
  trees.push(root)
  mkdirSync(join(root, "examples"))
  writeFileSync(join(root, "examples/fine.ts"), "export {}")
  expect(spawnSync(process.execPath, [command, root])).toMatchObject({ status: 0 })
  writeFileSync(join(root, "examples/helpers.ts"), "export {}")
  const red = spawnSync(process.execPath, [command, root], { encoding: "utf8" })
  expect(red.status).toBe(1)
  expect(red.stdout).toContain("examples/helpers.ts:1")
})

test("a constant that is not in its style is red", () => {
  const problems = problemsOf({
    [`${RUNTIME}/stall/fold.ts`]: `const first = String\nexport const most_rounds = 3\nexport const fold = first`,
  })
  expect(problems).toEqual([`${RUNTIME}/stall/fold.ts:2 most_rounds: fixed data is SCREAMING_SNAKE_CASE`])
})

test("a test changes nothing of the process that other tests share", () => {
  const lines = [
    `import { test } from "vitest"`,
    `process.env["A"] = "1"`,
    `delete process.env.A`,
    `process.seteuid?.(1)`,
    `process.on("SIGTERM", () => {})`,
    `process.kill(process.pid, "SIGTERM")`,
    `process.umask() && process.once("exit", () => {}) && process.kill(child.pid)`,
    "`process.chdir('/')`",
  ]
  const problems = problemsOf({
    [`${RUNTIME}/stall/fold.test.ts`]: lines.join("\n"),
    [`${RUNTIME}/stall/child.fixture.ts`]: lines.slice(1).join("\n"),
  })
  expect(problems.map((text) => text.split(" ")[0])).toEqual(
    [2, 3, 4, 5, 6].map((line) => `${RUNTIME}/stall/fold.test.ts:${line}`),
  )
})
