import type { EcosystemName } from "../repository/ecosystems.ts"

export interface Tool {
  readonly ecosystem: EcosystemName
  readonly kind: "linter" | "formatter" | "types"
  readonly name: string
  /** Its own configuration. */
  readonly file?: RegExp
  readonly word: RegExp
  readonly create?: string
}

/** The first of a kind is the proposed one. */
export const TOOLS: readonly Tool[] = [
  {
    ecosystem: "npm",
    kind: "linter",
    name: "ESLint",
    file: /(?:^|\/)(?:\.eslintrc(?:\.\w{2,5})?|eslint\.config\.\w{2,4})$/,
    word: /\beslint\b|\beslintConfig\b/,
    create: "eslint.config.js",
  },
  {
    ecosystem: "npm",
    kind: "linter",
    name: "Biome",
    file: /(?:^|\/)\.?biome\.jsonc?$/,
    word: /@biomejs\/biome/,
  },
  {
    ecosystem: "npm",
    kind: "linter",
    name: "oxlint",
    file: /(?:^|\/)\.?oxlintrc\.json$/,
    word: /\boxlint\b/,
  },
  { ecosystem: "npm", kind: "linter", name: "xo", word: /"xo"|\bxo\b/ },
  {
    ecosystem: "npm",
    kind: "linter",
    name: "standard",
    word: /"(?:standard|semistandard|neostandard|ts-standard)"|\bstandard(?: --fix)?"/,
  },
  { ecosystem: "npm", kind: "linter", name: "JSHint", file: /^\.(?:jshintrc|jscsrc)$/, word: /\bjshint\b/ },
  { ecosystem: "npm", kind: "linter", name: "TSLint", file: /^tslint\.json$/, word: /\btslint\b/ },
  { ecosystem: "npm", kind: "linter", name: "deno lint", word: /\bdeno lint\b/ },
  {
    ecosystem: "npm",
    kind: "formatter",
    name: "Prettier",
    file: /(?:^|\/)(?:\.prettierrc(?:\.\w{2,5})?|prettier\.config\.\w{2,4})$/,
    word: /\bprettier\b/,
    create: ".prettierrc",
  },
  {
    ecosystem: "npm",
    kind: "formatter",
    name: "Biome",
    file: /(?:^|\/)\.?biome\.jsonc?$/,
    word: /@biomejs\/biome/,
  },
  { ecosystem: "npm", kind: "formatter", name: "oxfmt", word: /\boxfmt\b/ },
  {
    ecosystem: "npm",
    kind: "formatter",
    name: "dprint",
    file: /(?:^|\/)\.?dprint\.jsonc?$/,
    word: /\bdprint\b/,
  },
  { ecosystem: "npm", kind: "formatter", name: "deno fmt", word: /\bdeno fmt\b/ },
  {
    ecosystem: "npm",
    kind: "formatter",
    name: "a linter that formats",
    word: /"(?:xo|standard|semistandard|neostandard)"|eslint-plugin-(?:prettier|stylistic)|@stylistic|@antfu\/eslint-config|eslint-config-(?:standard|unjs)|@npmcli\/eslint-config/,
  },
  {
    ecosystem: "npm",
    kind: "formatter",
    name: "an editor configuration",
    file: /(?:^|\/)\.editorconfig$/,
    word: /\beclint\b|editorconfig-checker/,
  },
  { ecosystem: "python", kind: "linter", name: "Ruff", file: /(?:^|\/)\.?ruff\.toml$/, word: /\bruff\b/ },
  { ecosystem: "python", kind: "linter", name: "Flake8", file: /^\.flake8$/, word: /\bflake8\b/ },
  {
    ecosystem: "python",
    kind: "linter",
    name: "Pylint",
    file: /^\.?pylintrc(?:\.toml)?$/,
    word: /\bpylint\b/,
  },
  {
    ecosystem: "python",
    kind: "linter",
    name: "Pyflakes or pycodestyle",
    word: /\bpyflakes\b|\bpycodestyle\b|\bpep8\b|\bpylama\b|\bprospector\b/,
  },
  { ecosystem: "python", kind: "formatter", name: "Ruff", word: /\bruff[ -]format\b|\[tool\.ruff\.format\]/ },
  { ecosystem: "python", kind: "formatter", name: "Black", word: /\bblack\b/ },
  { ecosystem: "python", kind: "formatter", name: "YAPF", file: /^\.style\.yapf$/, word: /\byapf\b/ },
  { ecosystem: "python", kind: "formatter", name: "autopep8", word: /\bautopep8\b/ },
  { ecosystem: "python", kind: "types", name: "mypy", file: /^\.?mypy\.ini$/, word: /\bmypy\b/ },
  {
    ecosystem: "python",
    kind: "types",
    name: "Pyright",
    file: /^pyrightconfig\.json$/,
    word: /\b(?:based)?pyright\b/,
  },
  {
    ecosystem: "python",
    kind: "types",
    name: "another type checker",
    word: /\bpyrefly\b|\bpytype\b|\bty check\b|\btool\.ty\b/,
  },
  {
    ecosystem: "go",
    kind: "linter",
    name: "golangci-lint",
    file: /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/,
    word: /\bgolangci\b/,
    create: ".golangci.yml",
  },
  { ecosystem: "go", kind: "linter", name: "go vet", word: /\bgo vet\b|\bgovet\b/ },
  {
    ecosystem: "go",
    kind: "linter",
    name: "staticcheck",
    file: /^staticcheck\.conf$/,
    word: /\bstaticcheck\b/,
  },
  {
    ecosystem: "go",
    kind: "linter",
    name: "revive or golint",
    word: /\brevive\b|\bgolint\b|\bgometalinter\b/,
  },
  { ecosystem: "rust", kind: "linter", name: "Clippy", file: /(?:^|\/)\.?clippy\.toml$/, word: /\bclippy\b/ },
  {
    ecosystem: "java",
    kind: "linter",
    name: "Checkstyle",
    file: /(?:^|\/)(?:checkstyle|sun_checks|google_checks)[\w.-]{0,40}\.xml$/,
    word: /\bcheckstyle\b/i,
  },
  { ecosystem: "java", kind: "linter", name: "SpotBugs", word: /\bspotbugs\b|\bfindbugs\b/i },
  { ecosystem: "java", kind: "linter", name: "Error Prone", word: /\berror[-_]?prone\b/i },
  { ecosystem: "java", kind: "linter", name: "PMD", word: /\bpmd\b/i },
  { ecosystem: "java", kind: "linter", name: "Sonar", word: /\bsonar/i },
  { ecosystem: "java", kind: "formatter", name: "Spotless", word: /\bspotless\b/i },
  {
    ecosystem: "java",
    kind: "formatter",
    name: "google-java-format",
    word: /google-java-format|\bfmt-maven-plugin\b/,
  },
  {
    ecosystem: "java",
    kind: "formatter",
    name: "another formatter",
    file: /(?:^|\/)(?:\.clang-format|\.editorconfig)$/,
    word: /\bformatter-maven-plugin\b|palantirJavaFormat/,
  },
]
