import { changeSet } from "@proofloop/foundation/git"
import { computeFingerprint, memoryFacts } from "@proofloop/stdlib/internal/critics"
import { analyseFacts } from "./analyse.ts"
import type { Analyser } from "./analyser.ts"
import type { MetricReport } from "./metric.ts"
import { repositoryOf } from "./repository/repository.ts"

export type Files = Readonly<Record<string, string>>

async function factsOf(files: Files) {
  const nothing = changeSet([])
  const fingerprint = await computeFingerprint(memoryFacts(files, nothing))
  return memoryFacts(files, nothing, { fingerprint })
}

export async function analyseFiles(files: Files): Promise<MetricReport> {
  return analyseFacts(await factsOf(files), { repository: "me/app" })
}

export async function metricOf(analyser: Analyser, files: Files) {
  return analyser.analyse(await repositoryOf(await factsOf(files)))
}

/** An analyser's faults, as "path:line what". */
export async function faultsOf(analyser: Analyser, files: Files): Promise<readonly string[]> {
  const { evidence } = await metricOf(analyser, files)
  return evidence
    .filter(({ is_fault }) => is_fault)
    .map(({ path, line, what }) => `${path}${line === null ? "" : `:${line}`} ${what}`)
}

const README = `# app

It does one thing, and it does it well.

## Install

Run the command that your package manager has for it.

## Usage

    app --help

## Contributing

Run the tests. Report security issues to security@app.invalid.

See https://docs.app.invalid/ and /releases for more.
`

const MIT = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software
`

const workflow = (command: string) => `on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: ${command}
`

const common = (command: string): Files => ({
  "README.md": README,
  LICENSE: MIT,
  "CHANGELOG.md": "# Changes\n",
  "SECURITY.md": "Write to security@app.invalid.\n",
  ".gitignore": "out\n",
  ".github/dependabot.yml": "version: 2\n",
  ".github/workflows/ci.yml": workflow(command),
})

/** A healthy repository of each language. */
export const SOUND: Readonly<Record<string, Files>> = {
  TypeScript: {
    ...common("npm test"),
    "package.json": JSON.stringify({
      name: "app",
      version: "1.0.0",
      license: "MIT",
      type: "module",
      main: "dist/app.js",
      engines: { node: ">=20" },
      scripts: { build: "tsc", test: "vitest run", lint: "eslint ." },
      devDependencies: { eslint: "^9.0.0", prettier: "^3.0.0", typescript: "^5.0.0", vitest: "^3.0.0" },
    }),
    "package-lock.json": "{}",
    "tsconfig.json": '{ "compilerOptions": { "strict": true } }',
    "src/app.ts": "/** Adds. */\nexport const add = (a: number, b: number) => a + b\n",
    "src/app.test.ts":
      'import { test } from "vitest"\nimport { add } from "./app.ts"\ntest("adds", () => add(1, 2))\n',
  },
  Python: {
    ...common("pytest"),
    "pyproject.toml": `[build-system]
requires = ["hatchling"]
[project]
name = "app"
license = "MIT"
requires-python = ">=3.10"
dependencies = ["requests>=2"]
[tool.ruff.format]
[tool.mypy]
strict = true
`,
    "src/app/__init__.py": 'def add(a: int, b: int) -> int:\n    """Add."""\n    return a + b\n',
    "tests/test_app.py": "from app import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
  },
  Go: {
    ...common("go test ./..."),
    "go.mod": "module example.com/app\n\ngo 1.22\n\nrequire example.com/dep v1.0.0\n",
    "go.sum": "example.com/dep v1.0.0 h1:x=\n",
    ".golangci.yml": 'version: "2"\n',
    "app.go": "package app\n\n// Add adds.\nfunc Add(a, b int) int { return a + b }\n",
    "app_test.go": 'package app\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) { Add(1, 2) }\n',
  },
  Rust: {
    ...common("cargo test && cargo clippy"),
    "Cargo.toml": '[package]\nname = "app"\nversion = "1.0.0"\nedition = "2021"\nlicense = "MIT"\n',
    "src/lib.rs":
      "/// Adds.\npub fn add(a: u8, b: u8) -> u8 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 2), 3);\n    }\n}\n",
  },
  Java: {
    ...common("mvn verify test"),
    "pom.xml":
      "<project>\n<licenses><license><name>MIT</name></license></licenses>\n<properties><maven.compiler.release>17</maven.compiler.release></properties>\n<build><plugins><plugin><artifactId>spotless-maven-plugin</artifactId></plugin><plugin><artifactId>maven-checkstyle-plugin</artifactId></plugin></plugins></build>\n</project>\n",
    "src/main/java/app/App.java":
      "package app;\n\n/** Adds. */\npublic class App {\n  int add(int a, int b) { return a + b; }\n}\n",
    "src/test/java/app/AppTest.java":
      "package app;\n\nclass AppTest {\n  void adds() { new App().add(1, 2); }\n}\n",
  },
}

/** A neglected repository of each language. */
export const POOR: Readonly<Record<string, Files>> = {
  TypeScript: { "src/app.ts": "export const add = (a, b => a + b\n" },
  Python: { "app.py": "def add(a, b:\n    return a\n" },
  Go: { "app.go": "package app\n" },
  Rust: { "src/main.rs": "fn main() {}\n" },
  Java: { "src/main/java/App.java": "class App {}\n" },
}

/** The healthy repository of a language, as a base for changes. */
export const TS = SOUND["TypeScript"] ?? {}
export const PYTHON = SOUND["Python"] ?? {}
export const GO = SOUND["Go"] ?? {}
export const RUST = SOUND["Rust"] ?? {}
export const JAVA = SOUND["Java"] ?? {}

/** The healthy repository of TypeScript with other members in its package.json, a line each. */
export function packageJson(changes: object): Files {
  const manifest = { ...(JSON.parse(TS["package.json"] ?? "") as object), ...changes }
  return { ...TS, "package.json": JSON.stringify(manifest, null, 1) }
}

export function without(files: Files, ...names: readonly string[]): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !names.includes(path)))
}

/** The sound repository of Go with this workflow. */
export function withWorkflow(text: string): Files {
  return { ...GO, ".github/workflows/ci.yml": text }
}

/** A workflow with one job of these steps, the first of them in line 6. */
export function jobOf(steps: string): string {
  return `on: [push, pull_request]\njobs:\n  a:\n    runs-on: x\n    steps:\n${steps}`
}

/** So many lines of text. */
export function linesOf(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join("\n")
}
