import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { isQualityConfig } from "./quality_config.ts"
import { siblingConfig } from "./sibling_config.ts"

async function judge(files: Record<string, string>, change: Record<string, string | null>) {
  const set = changeSet(
    Object.entries(change).map(([path, after]) => ({ path, before: files[path] ?? null, after })),
  )
  const verdict = await siblingConfig.check(set, memoryFacts(files, set))
  return verdict.status === "fail"
    ? verdict.violations.map(({ path, line, message }) => `${path}:${line} ${message}`)
    : verdict
}

const PASS = { status: "pass" }
const EDITORCONFIG = "root = true\n[*]\nindent_size = 4\nend_of_line = lf\n"

describe("G15", () => {
  it("names the three contradictions of one Prettier file with its siblings", async () => {
    const files = {
      ".editorconfig": EDITORCONFIG,
      ".eslintrc.json": '{ "rules": { "semi": ["error", "always"], "quotes": ["error", "double"] } }',
    }
    const prettier = '{\n  "tabWidth": 2,\n  "semi": false,\n  "singleQuote": true\n}\n'
    expect(await judge(files, { ".prettierrc": prettier })).toEqual([
      ".prettierrc:2 tabWidth is 2 here, but indent_size is 4 in .editorconfig.",
      '.prettierrc:3 semi is false here, but semi is "always" in .eslintrc.json.',
      '.prettierrc:4 singleQuote is true here, but quotes is "double" in .eslintrc.json.',
    ])
  })

  it.each([
    [
      "a .prettierrc.toml",
      { ".editorconfig": EDITORCONFIG },
      { ".prettierrc.toml": "tabWidth = 2\n" },
      ".prettierrc.toml:1 tabWidth is 2 here, but indent_size is 4 in .editorconfig.",
    ],
    [
      "an .editorconfig",
      { ".prettierrc": "tabWidth: 4\n" },
      { ".editorconfig": "[*]\nindent_size=2\n" },
      ".editorconfig:2 indent_size is 2 here, but tabWidth is 4 in .prettierrc.",
    ],
    [
      "YAML of Prettier and ESLint",
      { ".eslintrc.yml": "rules:\n  semi: [2, never]\n" },
      { ".prettierrc.yaml": "semi: true\n" },
      '.prettierrc.yaml:1 semi is true here, but semi is "never" in .eslintrc.yml.',
    ],
    [
      "a package.json",
      { ".editorconfig": EDITORCONFIG },
      { "package.json": '{\n"prettier": {\n"endOfLine": "crlf" } }' },
      'package.json:3 endOfLine is "crlf" here, but end_of_line is "lf" in .editorconfig.',
    ],
    [
      "a section for scripts",
      { ".prettierrc": "tabWidth: 4\n" },
      { ".editorconfig": "[*]\nindent_size = 4\n[*.{js,ts}]\nindent_size = 2\n" },
      ".editorconfig:4 indent_size is 2 here, but tabWidth is 4 in .prettierrc.",
    ],
    [
      "the width of a tab",
      { ".prettierrc": "tabWidth: 4\n" },
      { ".editorconfig": "[*]\nIndent_Size = TAB\ntab_width = 8\n" },
      ".editorconfig:3 indent_size is 8 here, but tabWidth is 4 in .prettierrc.",
    ],
    [
      "a file further down",
      { ".editorconfig": EDITORCONFIG },
      { "a/b/.prettierrc": "tabWidth: 2\n" },
      "a/b/.prettierrc:1 tabWidth is 2 here, but indent_size is 4 in .editorconfig.",
    ],
    [
      "two touched files, once",
      {},
      { ".prettierrc": "tabWidth: 2\n", ".editorconfig": EDITORCONFIG },
      ".prettierrc:1 tabWidth is 2 here, but indent_size is 4 in .editorconfig.",
    ],
  ] as const)("sees a contradiction of %s", async (_name, files, change, told) => {
    expect(await judge(files, change)).toEqual([told])
  })

  it.each([
    [
      "a severity without a choice",
      { ".eslintrc.json": '{ "rules": { "quotes": "error" } }' },
      { ".prettierrc": "singleQuote: true\n" },
    ],
    [
      "a rule that is off",
      { ".eslintrc.json": '{ "rules": { "semi": ["off", "always"] } }' },
      { ".prettierrc": "semi: false\n" },
    ],
    [
      "an indent of tabs",
      { ".editorconfig": "[*]\nindent_size = tab\n" },
      { ".prettierrc": "tabWidth: 2\n" },
    ],
    ["line ends left to Prettier", { ".editorconfig": EDITORCONFIG }, { ".prettierrc": "endOfLine: auto\n" }],
    [
      "a section that sets it anew",
      { ".prettierrc": "tabWidth: 2\n" },
      { ".editorconfig": "[*]\nindent_size = 4\n[*.js]\nindent_size = 2\n" },
    ],
    [
      "a section for another language",
      { ".prettierrc": "tabWidth: 2\n" },
      { ".editorconfig": "[*.py]\nindent_size = 4\n" },
    ],
    ["keys before any section", { ".prettierrc": "tabWidth: 2\n" }, { ".editorconfig": "indent_size = 4\n" }],
    ["a folder beside", { "a/.editorconfig": EDITORCONFIG }, { "b/.prettierrc": "tabWidth: 2\n" }],
    [
      "a nearer file",
      { ".editorconfig": EDITORCONFIG, "a/.editorconfig": "[*]\nindent_size = 2\n" },
      { "a/.prettierrc": "tabWidth: 2\n" },
    ],
    [
      "an override for scripts",
      { ".editorconfig": EDITORCONFIG },
      { ".prettierrc": "tabWidth: 2\noverrides:\n  - files: '*.js'\n    options: { tabWidth: 4 }\n" },
    ],
    [
      "somebody else's folder",
      { "node_modules/a/.prettierrc": "tabWidth: 2\n", "venv/.prettierrc": "tabWidth: 2\n" },
      { ".editorconfig": EDITORCONFIG },
    ],
    ["a file that does not parse", { ".editorconfig": EDITORCONFIG }, { ".prettierrc.json": "{" }],
    [
      "a program",
      { ".editorconfig": EDITORCONFIG },
      { ".prettierrc.js": "module.exports = { tabWidth: 2 }" },
    ],
    [
      "a deleted file",
      { ".editorconfig": EDITORCONFIG, ".prettierrc": "tabWidth: 2\n" },
      { ".prettierrc": null },
    ],
    [
      "two files nobody touched",
      { ".editorconfig": EDITORCONFIG, ".prettierrc": "tabWidth: 2\n" },
      { "package.json": "{}" },
    ],
    [
      "a contradiction that was there",
      { ".editorconfig": EDITORCONFIG, ".prettierrc": "tabWidth: 2\n" },
      { ".prettierrc": "tabWidth: 2\nsemi: false\n" },
    ],
  ])("sees none in %s", async (_name, files, change) => {
    expect(await judge(files, change)).toEqual(PASS)
  })

  it("knows its files by name", () => {
    expect(["a/.prettierrc.cjs", "eslint.config.mjs", "x/package.json"].every(isQualityConfig)).toBe(true)
    expect(["prettier.config.js", ".editorconfig.bak", "tsconfig.json"].some(isQualityConfig)).toBe(false)
  })
})
