import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { changeSet } from "@proofloop/foundation/git"
import { findBuildTools } from "@proofloop/foundation/paths"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { build } from "./build.ts"
import { classifyBuildError } from "./build_taxonomy.ts"
import { detectBuildErrors } from "./detect_build_errors.ts"
import { projectWith } from "./runs.fixture.ts"

const change = changeSet([
  { path: "src/b.ts", before: "", after: "x" },
  { path: "src/a.ts", before: "", after: "x" },
])

const OUTPUT = [
  "src/other.ts(1,1): error TS2304: Cannot find name 'one'.",
  "src/a.ts(7,3): error TS2554: Expected 1 arguments, but got 2.",
  "src/b.ts(2,5): error TS2322: Type 'string' is not assignable to type 'number'.",
].join("\\n")
const BROKEN = `printf %b "${OUTPUT}"; exit 2`

async function judge(command: string, baseline?: ReadonlySet<string> | null) {
  const baselines = baseline === undefined ? {} : { build: baseline }
  return build.check(change, memoryFacts({}, change, { baselines, root: await projectWith({}) }), { command })
}

describe("build", () => {
  it("lists what the compiler says, touched files first and in their order", async () => {
    const verdict = await judge(BROKEN)
    if (verdict.status !== "fail") throw new Error(verdict.status)
    expect(verdict.violations.map(({ path, rule, evidence }) => [path, rule, evidence])).toEqual([
      ["src/b.ts", "type_mismatch", "TS2322"],
      ["src/a.ts", "signature_mismatch", "TS2554"],
      ["src/other.ts", "undefined_symbol", "TS2304"],
    ])
    expect(verdict.violations[0]).toMatchObject({ line: 2, column: 5 })
    const { error } = build.event.fields(verdict)
    expect(error).toMatch(/^src\/b\.ts:2:5 \[type_mismatch\] Type 'string' is not assignable[^]{0,440}$/)
  })

  it("leaves out what did not compile before, wherever its line went", async () => {
    const root = await projectWith({})
    const moved = BROKEN.replace("(1,1)", "(9,9)").replace("(2,5)", "(3,5)")
    const before = await detectBuildErrors(root, { command: moved.replace(/src\/a.ts.*?2\.\\n/, "") })
    expect(before?.size).toBe(2)
    expect(await judge(BROKEN, before)).toMatchObject({
      status: "fail",
      violations: [{ path: "src/a.ts", rule: "signature_mismatch" }],
    })
    expect(await judge(BROKEN, await detectBuildErrors(root, { command: BROKEN }))).toEqual({
      status: "pass",
    })
    expect(await judge(BROKEN, null)).toMatchObject({ status: "fail", violations: { length: 3 } })
  })

  it("tells of a failure whose output is no compiler's", async () => {
    expect(await judge("echo first; echo it broke; exit 1")).toMatchObject({
      status: "fail",
      violations: [{ path: ".", rule: "other", message: expect.stringMatching(/failed: first; it broke$/) }],
    })
  })

  it.each([
    ["proofloop-no-such-compiler", 60_000, /not installed/],
    ["sleep 60", 200, /timed out/],
    ["echo 'error: spawn cc ENOENT' >&2; exit 1", 60_000, /lacks something outside the code/],
  ])("cannot judge by %s", async (command, timeout_ms, reason) => {
    const facts = memoryFacts({}, change, { root: await projectWith({}) })
    expect(await build.check(change, facts, { command, timeout_ms })).toEqual({
      status: "unable",
      reason: expect.stringMatching(reason),
    })
  })

  it("cannot judge what nothing compiles, nor without a work tree", async () => {
    const facts = memoryFacts({}, change, { root: await projectWith({ "tsconfig.json": "{}" }) })
    expect(await build.check(change, facts)).toEqual({
      status: "unable",
      reason: "typescript is not installed in the project: npm install typescript",
    })
    expect(await build.check(change, memoryFacts({}, change))).toMatchObject({ status: "unable" })
    expect(await build.check(change, memoryFacts({}, change, { root: await projectWith({}) }))).toMatchObject(
      {
        reason: "nothing here is compiled by a tool that is known",
      },
    )
    expect(await detectBuildErrors(await projectWith({}))).toBeNull()
  })

  it("compiles the touched Python files, and blames no change for what was broken before", async () => {
    const judgePython = async (before: string, after: string) => {
      const python = changeSet([{ path: "a.py", before, after }])
      return build.check(python, memoryFacts({}, python, { root: await projectWith({}) }))
    }
    expect(await judgePython("x = 1\n", "def broken(:\n")).toMatchObject({
      status: "fail",
      violations: [{ path: "a.py", line: 1, rule: "syntax_error" }],
    })
    expect(await judgePython("x = 1\n", "x = 2\n")).toEqual({ status: "pass" })
    expect(await judgePython("def broken(:\n", "def broken(:\n")).toEqual({ status: "pass" })
  })
})

it("knows the tools by their manifests", async () => {
  const root = await projectWith({ "go.mod": "", "Cargo.toml": "", "tsconfig.json": "", "build.gradle": "" })
  await addFiles(root, { "node_modules/.bin/tsc": "" })
  expect(
    findBuildTools(root).map(({ language, command }) => `${language}: ${JSON.stringify(command)}`),
  ).toEqual([
    expect.stringMatching(/^Go: "go build -o \S+ \.\/\.\.\."$/),
    'Rust: "cargo check --quiet"',
    expect.stringMatching(/^TypeScript: .{0,4}node_modules.{1,2}\.bin.{1,2}tsc.{0,4} --noEmit/),
    'Java: "gradle --offline --quiet classes"',
  ])
})

it.each([
  [undefined, "not enough arguments in call to f", "signature_mismatch"],
  [undefined, "assignment mismatch: 1 variable but f returns 2 values", "signature_mismatch"],
  ["E0061", "this function takes 1 argument but 2 arguments were supplied", "signature_mismatch"],
  ["E0308", "mismatched types", "type_mismatch"],
  [undefined, 'cannot use "a" (untyped string constant) as int value in argument', "type_mismatch"],
  [undefined, "incompatible types: String cannot be converted to int", "type_mismatch"],
  [undefined, "undefined: missing", "undefined_symbol"],
  [undefined, "cannot find symbol", "undefined_symbol"],
  ["TS2339", "Property 'x' does not exist on type 'Y'.", "undefined_symbol"],
  ["TS2307", "Cannot find module './gone'", "missing_import"],
  ["E0432", "unresolved import `nowhere`", "missing_import"],
  [undefined, "package shop.nowhere does not exist", "missing_import"],
  [undefined, "syntax error: unexpected {, expecting )", "syntax_error"],
  [undefined, "this file contains an unclosed delimiter", "syntax_error"],
  ["TS1005", "';' expected.", "syntax_error"],
  [undefined, "the moon is full", "other"],
])("%s %j is %s", (code, message, tag) => {
  expect(classifyBuildError(code, message)).toBe(tag)
})

const hasGo = (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, "go")))

it.skipIf(!hasGo)("builds Go without leaving a program behind (needs go)", async () => {
  const root = await projectWith({
    "go.mod": "module shop\n\ngo 1.18\n",
    "main.go": "package main\n\nfunc main() { gone() }\n",
  })
  const go = changeSet([{ path: "main.go", after: "x" }])
  expect(await build.check(go, memoryFacts({}, go, { root }))).toMatchObject({
    status: "fail",
    violations: [{ path: "main.go", line: 3, rule: "undefined_symbol", evidence: "undefined: gone" }],
  })
  await addFiles(root, { "main.go": "package main\n\nfunc main() {}\n" })
  expect(await build.check(go, memoryFacts({}, go, { root }))).toEqual({ status: "pass" })
  expect(readdirSync(root).toSorted()).toEqual(["go.mod", "main.go", "package.json"])
})
