import { programName } from "./program_of.ts"
import { withTargets } from "./targets.ts"
import { taskOf } from "./task_runner.ts"

/** What runs tests and nothing else. */
export const TEST_RUNNERS: ReadonlySet<string> = new Set(
  "vitest jest mocha ava tap tape uvu karma cypress playwright pytest py.test unittest nose2 tox nox trial stestr rspec phpunit pest ctest minitest jasmine busted prove bats wdio".split(
    " ",
  ),
)
const RUNNERS: ReadonlySet<string> = new Set(
  [
    ...TEST_RUNNERS,
    "svelte-check tsc vue-tsc mypy pyright basedpyright pyre eslint oxlint biome standard xo stylelint flake8 pycodestyle pyflakes pylint golangci-lint staticcheck rubocop shellcheck phpstan psalm phpcs ktlint detekt swiftlint hlint credo yamllint actionlint",
    "gcc g++ cc c++ clang clang++ rustc javac kotlinc scalac ghc ninja pre-commit esbuild webpack rollup sphinx-build sphinx",
  ].flatMap((names) => names.split(" ")),
)
const SCRIPT =
  /^(?:tests?|t|specs?|unit|e2e|check|lint|type-?checks?|tsc|verify|validate|build|compile|[\w.-]{1,64}:(?:tests?|unit|e2e|lint|check|type-?check|build))(?:[:.-]|$)/
const GRADLE = /^(?:\S{0,64}:)?(?:test|check|build|assemble|compile|\w{0,64}Test|compile\w{1,64})$/
const MAVEN = /^(?:test|verify|compile|package|install|integration-test|test-compile)$/
const BUILD_OR_TEST = /^(?:test|build)$/
const TASKS: Readonly<Record<string, RegExp>> = {
  make: SCRIPT,
  gmake: SCRIPT,
  just: SCRIPT,
  task: SCRIPT,
  rake: SCRIPT,
  ant: SCRIPT,
  composer: SCRIPT,
  turbo: SCRIPT,
  nx: SCRIPT,
  lerna: SCRIPT,
  poetry: SCRIPT,
  pipenv: SCRIPT,
  uv: SCRIPT,
  pdm: SCRIPT,
  hatch: SCRIPT,
  rye: SCRIPT,
  pixi: SCRIPT,
  gradle: GRADLE,
  gradlew: GRADLE,
  mvn: MAVEN,
  mvnw: MAVEN,
  mvnd: MAVEN,
  sbt: /^(?:\S{0,64}[:/])?~?(?:test|testOnly|testQuick|compile)(?:\s|$)/,
  go: /^(?:test|vet|build)$/,
  cargo: /^(?:test|t|check|c|build|b|clippy|nextest)$/,
  dotnet: BUILD_OR_TEST,
  deno: /^(?:test|check|lint)$/,
  swift: BUILD_OR_TEST,
  mix: /^(?:test|compile|credo|dialyzer)$/,
  bazel: BUILD_OR_TEST,
  bazelisk: BUILD_OR_TEST,
  buck: BUILD_OR_TEST,
  buck2: BUILD_OR_TEST,
  zig: BUILD_OR_TEST,
  stack: BUILD_OR_TEST,
  cabal: BUILD_OR_TEST,
  dune: BUILD_OR_TEST,
  lein: BUILD_OR_TEST,
  crystal: /^(?:spec|build)$/,
  flutter: /^(?:test|analyze)$/,
  dart: /^(?:test|analyze)$/,
  defects4j: /^(?:test|compile)$/,
  hardhat: /^(?:compile|test|check)$/,
  next: /^(?:build|lint)$/,
  vite: /^build$/,
  nuxt: /^(?:build|typecheck)$/,
  astro: /^(?:build|check)$/,
  ng: /^(?:test|build|lint)$/,
  rails: /^(?:test|spec)(?::|$)/,
  artisan: /^test$/,
  terraform: /^validate$/,
  "manage.py": /^test$/,
  ruff: /^(?!format$|clean$|rule$|config$|server$)/,
}
const ALL_TARGETS = new Set(["make", "gmake", "ruff", "ant"])
/** Formatters that judge only when asked to change nothing. */
const FORMATTERS: Readonly<Record<string, RegExp>> = {
  prettier: /^(?:--check|-c|-l|--list-different)$/,
  black: /^--check$/,
  isort: /^(?:--check|--check-only|-c)$/,
  gofmt: /^-[ld]$/,
  rustfmt: /^--check$/,
}
const INTERPRETER =
  /^(?:node|python[\d.]*|pypy[\d.]*|ruby|php|perl|bash|sh|zsh|dash|tsx|ts-node|elixir|deno)$/
const TEST_FILE = /(?:^|[-_.]|run)(?:tests?|specs?|check|verify|lint)(?:[-_.]|$)/
/** Sources that an interpreter runs. */
export const IS_SCRIPT = /\.(?:sh|bash|py|[cm]?[jt]sx?|rb|php|pl|exs)$/

/** A runner that only explains, lists, skips itself or watches judges nothing. */
const IDLE =
  /^(?:--help|-h|--version|--collect-only|--collectonly|--co|--list-?[tT]ests|--list|-list|--no-run|--dry-run|--if-present|--show-?[cC]onfig|--print-config|--init|--ui|--watch|--watch-?[aA]ll|--continuous)$/
const OWN_IDLE: Readonly<Record<string, RegExp>> = {
  tsc: /^(?:-w|-v|-V)$/,
  vitest: /^(?:-w|-v|watch|dev|bench|init|list)$/,
  mocha: /^(?:-w|-V)$/,
  ava: /^-w$/,
  jest: /^-v$/,
  cypress: /^(?:open|install|verify|cache|info)$/,
  playwright: /^(?:install|install-deps|codegen|show-report|show-trace|open|uninstall)$/,
  make: /^(?:-[a-z]{0,4}[ntq][a-z]{0,4}|--(?:just-print|dry-run|recon|touch|question))$/,
  biome: /^(?:init|start|stop|rage|version|format)$/,
  gradle: /^(?:-t|-m)$/,
  pytest: /^(?:-V|--fixtures|--setup-plan|--markers)$/,
  gcc: /^-v$/,
  esbuild: /^--serve/,
  webpack: /^(?:-w|serve|watch)$/,
  rollup: /^(?:-w|--watch)/,
  jasmine: /^(?:init|examples)$/,
}

/** The check that the words of one command run, by name and targets; null if none is known in them. */
export function checkName(words: readonly string[], root: string | undefined): string | null {
  if (asksToIdle(words)) return null
  const first = programName(words[0] ?? "")
  if (first === "node" && words.includes("--test")) return withTargets("node-test", words.slice(1), root)
  const is_interpreted = INTERPRETER.test(first) && !Object.hasOwn(TASKS, first)
  const [program = "", ...rest] = is_interpreted ? scriptWords(words.slice(1)) : withoutToolchain(words)
  const name = programName(program)
  const own_idle = Object.hasOwn(OWN_IDLE, name) ? OWN_IDLE[name] : undefined
  if (own_idle !== undefined && rest.some((word) => own_idle.test(word))) return null
  if (name === "java") return isJunit(rest) ? "junit" : null
  if (RUNNERS.has(name)) return withTargets(name, rest, root)
  const asks_to_judge = Object.hasOwn(FORMATTERS, name) ? FORMATTERS[name] : undefined
  if (asks_to_judge !== undefined)
    return rest.some((word) => asks_to_judge.test(word)) ? withTargets(name, rest, root) : null
  if (isFormatCheck(name, rest)) return withTargets([name, rest[0]].join("-"), rest.slice(1), root)
  if (name === "cmake") return rest.includes("--build") ? withTargets(name, rest, root) : null
  const task = taskCheck([name, ...rest], root) ?? managedCheck([name, ...rest], root)
  if (task !== null) return task
  return isTestScript(program) ? withTargets(name, rest, root) : null
}

export function isInterpreter(name: string): boolean {
  return INTERPRETER.test(name)
}

/** Whether a task of any task runner tests or builds, by its name. */
export function isTestTask(name: string): boolean {
  return SCRIPT.test(name) && !/watch|:dev$/.test(name)
}

/** Whether the words ask a program to explain or list something, whatever program it is. */
export function asksToIdle(words: readonly string[]): boolean {
  return words.some((word) => IDLE.test(word))
}

/** JUnit 4 and 5 by themselves. */
function isJunit(words: readonly string[]): boolean {
  return words.some((word) => /^org\.junit\.|\bjunit-platform-console/.test(word))
}

const HAS_FORMATTER = new Set(["cargo", "ruff", "mix", "dotnet", "deno", "dart", "terraform"])
const CHANGES_NOTHING = new Set(["--check", "--check-formatted", "--verify-no-changes"])

/** `cargo fmt --check`, `ruff format --check` */
function isFormatCheck(name: string, rest: readonly string[]): boolean {
  const formats = HAS_FORMATTER.has(name) && (rest[0] === "fmt" || rest[0] === "format")
  return formats && rest.some((word) => CHANGES_NOTHING.has(word))
}

function taskCheck([name = "", ...rest]: readonly string[], root: string | undefined): string | null {
  const pattern = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined
  if (pattern === undefined) return null
  const at = rest.findIndex((word, index) => isTask(word, rest[index - 1]) && pattern.test(word))
  const first = rest.find((word, index) => isTask(word, rest[index - 1]) && word !== "run")
  // The last of several goals judges: `mvn clean test`. Other tools take one task, and it comes first.
  const chosen = /mvn|gradle|sbt|make|ant/.test(name)
    ? rest.findLast((word, index) => isTask(word, rest[index - 1]) && pattern.test(word))
    : rest[at] === first
      ? first
      : undefined
  if (chosen === undefined) {
    return ALL_TARGETS.has(name) && first === undefined ? withTargets(name, rest, root) : null
  }
  if (/watch|:dev$/.test(chosen) || chosen.startsWith("~")) return null
  const [task = "", ...inside] = chosen.split(/\s/)
  const others = rest.filter((word, index) => index !== rest.lastIndexOf(chosen) && word !== "clean")
  if (name === "ruff") return withTargets(name, chosen === "check" ? others : rest, root)
  return withTargets(`${name}-${task}`, [...inside, ...withoutGoals(others, pattern, name)], root)
}

const EXCLUDES: ReadonlySet<string | undefined> = new Set(["-x", "--exclude-task"])

function withoutGoals(words: readonly string[], pattern: RegExp, name: string): readonly string[] {
  return /mvn|gradle/.test(name)
    ? words.filter((word, index) => !pattern.test(word) || EXCLUDES.has(words[index - 1]))
    : words
}

/** A word that names a task: neither a flag, nor a number of one, nor a setting of make or ant. */
function isTask(word: string, before = ""): boolean {
  if (word.startsWith("-") || word.includes("=")) return false
  return !(/^-(?:C|f|pl|p|x|j|-\w[\w-]{0,32})$/.test(before) && before !== "--silent")
}

function managedCheck(words: readonly string[], root: string | undefined): string | null {
  const task = taskOf(words)
  if (task === null) return null
  const rest = [...task.choices, ...task.rest]
  if (task.is_program || (task.manager !== "npm" && RUNNERS.has(task.name)))
    return checkName([task.name, ...rest], root)
  return isTestTask(task.name) ? withTargets(`${task.manager}-${task.name}`, rest, root) : null
}

function isTestScript(program: string): boolean {
  const name = programName(program)
  // A module of Python.
  if (/^[\w.]{1,256}$/.test(program) && /\.tests?$/.test(program)) return true
  return TEST_FILE.test(name) && (program.startsWith("./") || IS_SCRIPT.test(name) || isTool(program))
}

/** `bin/test`, `scripts/check`: a program that belongs to the project. */
function isTool(program: string): boolean {
  return (
    /(?:^|\/)(?:bin|scripts?|tools?|ci|\.ci)\/[^/]{1,128}$/.test(program) &&
    !/^\/(?:usr\/)?bin\//.test(program)
  )
}

/** The script and its arguments, without the interpreter's own flags. */
function scriptWords(words: readonly string[]): readonly string[] {
  // When all words are flags, the last is left; it never names a script.
  return words.slice(
    words.findIndex((word) => !/^-(?:[uBIsExelvw]{1,8}|Itest|Ilib|Ispec|-\w[\w=./-]{0,128})$/.test(word)),
  )
}

/** `cargo +nightly test` */
function withoutToolchain(words: readonly string[]): readonly string[] {
  return words[1]?.startsWith("+") === true ? words.toSpliced(1, 1) : words
}
