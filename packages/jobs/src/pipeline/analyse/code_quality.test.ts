import { expect, it } from "vitest"
import { faultsOf, type Files, GO, JAVA, linesOf, packageJson, TS, without } from "./analyse.fixture.ts"
import { codeQuality } from "./code_quality.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  ["a source that does not parse", { ...TS, "src/b.ts": "const = 1\n" }, [/src\/b\.ts:1/]],
  ["a test that does not parse", { ...TS, "test/b.ts": "const = 1\n" }, []],
  ["no linter", without(GO, ".golangci.yml"), [/\.golangci\.yml there is no linter/]],
  [
    "no linter in Java",
    { ...JAVA, "pom.xml": "<project/>" },
    [/pom\.xml there is no linter/, /pom\.xml there is no formatter/],
  ],
  [
    "a parent that may bring a linter",
    { ...JAVA, "pom.xml": "<project><parent><groupId>a</groupId></parent></project>" },
    [],
  ],
  [
    "types that are not strict",
    { ...TS, "tsconfig.json": '{ "compilerOptions": {} }' },
    [/tsconfig\.json:1 types are not checked strictly/],
  ],
  ["types of tests alone", { ...without(TS, "tsconfig.json"), "test/tsconfig.json": "{}" }, []],
  ["a configuration that npm refuses", packageJson({ scripts: [] }), [/package\.json:\d+ scripts: /]],
  [
    "a long file",
    { ...TS, "src/long.ts": linesOf(1100, (at) => `export function f${at}() {}`) },
    [/src\/long\.ts:1 1099 lines in one file/],
  ],
  [
    "a long table",
    { ...TS, "src/long.ts": `export const T = [\n${linesOf(1100, (at) => `${at},`)}\n]\n` },
    [],
  ],
  [
    "a long file that was generated",
    { ...TS, "src/long.ts": `// @generated\n${linesOf(1100, (at) => `export function f${at}() {}`)}` },
    [],
  ],
  [
    "a long function",
    { ...GO, "b.go": `package app\n\nfunc Long() {\n${linesOf(200, () => "\tAdd(1, 2)")}\n}\n` },
    [/b\.go:3 Long has 202 lines/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(codeQuality, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
