import { posix } from "node:path"
import { isRecord } from "@proofloop/foundation/text"
import { loadParsers } from "../../../parsers/load_parsers.ts"

export interface CommandLine {
  /** From 1. */
  readonly line: number
  /** The script it belongs to; "" where scripts have no names. */
  readonly name: string
  readonly text: string
}

/** Longer files are not read for commands. UTF-16 code units. */
const MAX_TEXT = 256 * 1024

/** Whether a file holds command lines: scripts of a manifest, recipes, steps of a workflow, a shell script. */
export function holdsCommands(path: string): boolean {
  const name = posix.basename(path)
  return name === "package.json" || NAMES.has(name) || PATTERNS.some((pattern) => pattern.test(path))
}

const NAMES: ReadonlySet<string> = new Set(
  "Makefile makefile GNUmakefile justfile Justfile Taskfile.yml Taskfile.yaml tox.ini noxfile.py deno.json .travis.yml .gitlab-ci.yml appveyor.yml azure-pipelines.yml pytest.ini setup.cfg pyproject.toml conftest.py".split(
    " ",
  ),
)

const PATTERNS: readonly RegExp[] = [
  /(?:^|\/)\.github\/(?:workflows|actions)\/.{1,200}\.ya?ml$/,
  /(?:^|\/)\.circleci\/.{1,200}\.ya?ml$/,
  /\.(?:sh|bash|mk)$/,
  /(?:^|\/)(?:scripts?|ci|\.ci|bin|tools)\/[\w.-]{1,100}$/,
]

/** The command lines of a text, comments left out; a line of a Makefile, workflow or script is one. */
export async function commandsOf(path: string, text: string): Promise<readonly CommandLine[]> {
  if (text.length > MAX_TEXT || text.includes("\0")) return []
  if (posix.basename(path) === "package.json") return scriptsOf(text)
  const is_yaml = /\.ya?ml$/.test(path)
  return text.split("\n").flatMap((whole, index) => {
    const start = whole.slice(0, 2000).trim()
    const line = is_yaml ? start.replace(/^-\s{1,8}/, "") : start
    return line === "" || /^(?:#|\/\/|;)/.test(line) ? [] : [{ line: index + 1, name: "", text: line }]
  })
}

async function scriptsOf(text: string): Promise<readonly CommandLine[]> {
  const { parseJson } = await loadParsers()
  const parsed = await parseJson(text)
  const scripts: unknown = "value" in parsed && isRecord(parsed.value) ? parsed.value.scripts : undefined
  if (!isRecord(scripts)) return []
  const lines = new Map<string, number>()
  for (const [index, line] of text.split("\n").entries()) {
    const name = /^\s{0,40}"([^"\\]{1,200})"\s{0,8}:/.exec(line)?.[1]
    if (name !== undefined) lines.set(name, index + 1)
  }
  return Object.entries(scripts).flatMap(([name, command]) =>
    typeof command === "string" ? [{ line: lines.get(name) ?? 1, name, text: command.slice(0, 2000) }] : [],
  )
}

export function runsTests(text: string): boolean {
  return RUNNERS.test(text)
}

const RUNNERS =
  /\b(?:pytest|py\.test|jest|vitest|mocha|ava|unittest|nose2?|tox|nox|karma|playwright test|cypress run|go test|gotestsum|cargo (?:\+\w{1,30} )?(?:test|nextest)|mvnw? (?:[^|;&]{0,80} )?(?:test|verify)|gradlew? (?:[^|;&]{0,80} )?(?:test|check)|node [^|;&]{0,80}--test|(?:npm|pnpm|yarn|bun) (?:run )?(?:test|t)(?![\w-])|(?:npm|pnpm|yarn|bun) run [\w:-]{0,30}test[\w:-]{0,30}|make [\w-]{0,20}test|deno test|bun test|tap|tape|c8|nyc|bats|ctest)\b/

/** Whether a line runs any check: tests, types, linters, a build. */
export function runsChecks(text: string): boolean {
  const run = text.split(/\|\|?|&&|;/).filter((command) => !ASKS.test(command))
  return run.some((command) => RUNNERS.test(command) || CHECKERS.test(command))
}

/** A tool that only says which one it is, or how it is called. */
const ASKS = /\s(?:--version|-V|--help)(?=$|[\s"'])/

const CHECKERS =
  /\b(?:eslint|tsc|biome|oxlint|prettier --check|ruff|mypy|pyright|flake8|pylint|black --check|golangci-lint|go (?:vet|build)|staticcheck|cargo (?:\+\w{1,30} )?(?:clippy|build|check|fmt)|(?:npm|pnpm|yarn|bun) run (?:lint|check|build|typecheck|types)|coverage report|checkstyle|spotbugs)\b/
