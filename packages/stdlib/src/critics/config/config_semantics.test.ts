import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { configSemantics } from "./config_semantics.ts"

async function judge(path: string, after: string, before?: string) {
  const change = changeSet([{ path, before, after }])
  const verdict = await configSemantics.check(change, memoryFacts({}, change))
  return verdict.status === "fail"
    ? verdict.violations.map(({ line, rule, message }) => `${line} ${rule} ${message}`)
    : verdict
}

const PASS = { status: "pass" }
const JOB = "jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n"

describe("G10", () => {
  it.each([
    [
      ".eslintrc.json",
      '{\n  "parser": { "parser": "x" }\n}',
      ["2 schema_type parser: expected a string or null, got an object."],
    ],
    [
      ".eslintrc.json",
      '{ "rules": { "semi": "errr" } }',
      [
        '1 schema_enum rules.semi: expected a severity ("off", "warn", "error", 0, 1 or 2) or an array, got "errr".',
      ],
    ],
    [
      ".eslintrc",
      "rules:\n  semi: [errr, always]\n",
      [
        '2 schema_enum rules.semi.0: expected a severity ("off", "warn", "error", 0, 1 or 2), got "errr" (did you mean "error"?).',
      ],
    ],
    [
      ".eslintrc.yml",
      "overrides:\n  - rules: {}\n",
      ['2 schema_required overrides.0: the key "files" is missing.'],
    ],
    [
      "a/.eslintrc.json",
      '{ "plugin": ["x"] }',
      ['1 schema_unknown_key plugin: unknown key "plugin" (did you mean "plugins"?).'],
    ],
    [".prettierrc", '{ "semi": "nope" }', ['1 schema_type semi: expected a boolean, got "nope".']],
    [
      ".prettierrc",
      "endOfLine: LF\n",
      ['1 schema_enum endOfLine: expected "lf", "crlf", "cr" or "auto", got "LF" (did you mean "lf"?).'],
    ],
    ["package.json", '{ "version": 1.0 }', ["1 schema_type version: expected a string, got 1."]],
    ["package.json", "[]", ["1 schema_type <root>: expected an object, got a list."]],
    [
      "package.json",
      '{ "name": "X Y" }',
      ['1 schema_pattern name: expected a package name without spaces, got "X Y".'],
    ],
    [
      "package.json",
      '{ "scripts": ["a"], "devDependancies": {} }',
      [
        "1 schema_type scripts: expected an object, got a list.",
        '1 schema_unknown_key devDependancies: unknown key "devDependancies" (did you mean "devDependencies"?).',
      ],
    ],
    [
      "packages/a/package.json",
      '{ "prettier": { "semi": 1 } }',
      ["1 schema_type prettier.semi: expected a boolean, got 1."],
    ],
    [
      "package.json",
      '{ "eslintConfig": { "overrides": [{ "rules": {} }] } }',
      ['1 schema_required eslintConfig.overrides.0: the key "files" is missing.'],
    ],
    [
      "tsconfig.json",
      '{\n  // why\n  "compilerOptions": { "target": "ES9999", "module": "ESNext", },\n}',
      [
        '3 schema_pattern compilerOptions.target: expected a version of ECMAScript ("es2022", "esnext"), got "ES9999".',
      ],
    ],
    [
      "tsconfig.lib.json",
      '{ "compilerOptions": { "strict": true, "stirct": true, "mod": 1, "module": "esnext" } }',
      ['1 schema_unknown_key compilerOptions.stirct: unknown key "stirct" (did you mean "strict"?).'],
    ],
    [
      "tsconfig.build.json",
      '{ "compilerOptions": { "stict": true } }',
      ['1 schema_unknown_key compilerOptions.stict: unknown key "stict" (did you mean "strict"?).'],
    ],
    [
      ".github/workflows/ci.yml",
      "on: push\n",
      ["1 schema_required <root>: required property is missing: jobs."],
    ],
    [
      ".github/workflows/ci.yml",
      "on: push\njobs: {}\n",
      ["2 schema_workflow jobs: the workflow must contain at least one job with no dependencies."],
    ],
    [
      ".github/workflows/ci.yml",
      `on: push\n${JOB}      - run: 1\n`,
      ["6 schema_type jobs.a.steps.0.run: expected a command, got 1."],
    ],
    [
      ".github/workflows/ci.yml",
      `on: push\n${JOB}      - rnu: ls\n      - run: ls\n`,
      [
        "6 schema_unexpected jobs.a.steps.0.rnu: unexpected value 'rnu'.",
        "6 schema_workflow jobs.a.steps.0: there's not enough info to determine what you meant. Add one of these properties: parallel, run, shell, uses, with, working-directory.",
      ],
    ],
    [".github/dependabot.yml", "version: 1\nupdates: []\n", ["1 schema_enum version: expected 2, got 1."]],
    [
      ".github/dependabot.yml",
      "version: 2\nupdates:\n  - package-ecosystem: npm\n    directory: /\n",
      ['3 schema_required updates.0: one of the keys "schedule", "multi-ecosystem-group" is missing.'],
    ],
    [
      "Cargo.toml",
      '[package]\nname = "a"\nedition = "1999"\n',
      [
        '3 schema_enum package.edition: expected "2015", "2018", "2021", "2024", "2027" or an object, got "1999".',
      ],
    ],
    [
      "crates/a/Cargo.toml",
      "[dependencies]\na = 1\n",
      ["2 schema_type dependencies.a: expected a string or an object, got 1."],
    ],
  ])("refuses %s %j", async (path, text, told) => {
    expect(await judge(path, text)).toEqual(told)
  })

  it.each([
    [
      ".eslintrc.json",
      '{ "root": true, "rules": { "semi": ["Error", "always"], "x/y": 2 }, "globals": { "a": true } }',
    ],
    [".eslintrc", '// why\n{ "rules": {} }'],
    [".prettierrc.json", '{ "unknownOption": 1, "semi": false }'],
    [".prettierrc", '"@company/prettier-config"'],
    ["package.json", "null"],
    ["package.json", "{"],
    ["package.json", '{ "name": "@a/b", "version": "1.0.0", "scripts": { "a": "b" }, "custom": [1] }'],
    [
      "tsconfig.json",
      '{ "compilerOptions": { "strict": true, "lib": ["ES2023"], "customPluginOption": 1 } }',
    ],
    [".github/workflows/ci.yml", `on: [push]\n${JOB}      - run: echo\n`],
    [".github/workflows/ci.yml", `on: push\n${JOB}      - run: echo\n        env: \${{ matrix.env }}\n`],
    [".github/workflows/ci.yml", "on: push\njobs: [\n"],
    [
      ".github/dependabot.yml",
      "version: 2\nupdates:\n  - package-ecosystem: npm\n    directory: /\n    schedule: { interval: weekly, time: 05:30 }\n",
    ],
    [
      "Cargo.toml",
      '[package]\nname = "a"\nversion.workspace = true\n[dependencies]\nb = { version = "1", features = ["c"] }\nc.workspace = true\n',
    ],
    ["test/fixtures/package.json", '{ "version": 1 }'],
  ])("has nothing to say of %s %j", async (path, text) => {
    expect(await judge(path, text)).toEqual(PASS)
  })

  it("leaves alone what was wrong before, and tells what is new, though the list has grown", async () => {
    const before = '{ "overrides": [{ "files": "a", "rules": { "x": "errr" } }] }'
    const after = '{ "overrides": [{ "files": "b", "env": 1 }, { "files": "a", "rules": { "x": "errr" } }] }'
    expect(await judge(".eslintrc.json", after, before)).toEqual([
      "1 schema_type overrides.0.env: expected an object, got 1.",
    ])
    expect(await judge(".eslintrc.json", `${before} `, before)).toEqual(PASS)
  })

  it("names the path and error of the first violation in its event", () => {
    const violation = {
      path: "a/package.json",
      rule: "x",
      message: `version: ${"y".repeat(400)}`,
      evidence: "version",
    }
    const fields = configSemantics.event.fields({ status: "fail", violations: [violation] })
    expect(fields).toEqual({ path: "a/package.json", error: violation.message.slice(0, 300) })
  })
})
