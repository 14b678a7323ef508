/** A check that a command line is known to run. */
export interface CheckCommand {
  /** Runner and targets, "vitest src/a.test.ts"; of a chain of checks all of them. */
  readonly check_id: string
  /** The exit code is that of something behind the check: `npm test | tail`, `npm test; echo done`, `npm test || true`. */
  readonly exit_code_hidden: boolean
}

const OPERATOR = /(&&|\|\|?|;|\n)/
const QUOTED = /"[^"]*"|'[^']*'/g

/**
 * The check in a command line, or null if none is known in it: "cd app && npx vitest run src/a.test.ts --reporter=dot 2>&1"
 * runs "vitest src/a.test.ts". Knows the usual runners, compilers and linters of many languages, tasks with a name such as
 * `test:unit`, and scripts named after a check (`./run_tests.sh`, `python test_fix.py`).
 */
export function readCheckCommand(command: string): CheckCommand | null {
  const line = command.replaceAll(QUOTED, (text) => text.replaceAll(/[&|;\n]/g, " "))
  const checks: string[] = []
  let exit_code_hidden = false
  let operator = ""
  for (const [at, part] of line.split(OPERATOR).entries()) {
    if (at % 2 === 1) {
      operator = part
      continue
    }
    const check = checkOf(part)
    if (check !== null) checks.push(check)
    if (check !== null) exit_code_hidden = false
    else if (operator !== "&&" && part.trim() !== "") exit_code_hidden = true
  }
  if (checks.length === 0) return null
  return { check_id: checks.join(" && "), exit_code_hidden: exit_code_hidden && !line.includes("pipefail") }
}

const RUNNERS: ReadonlySet<string> = new Set(
  [
    "vitest jest mocha ava tap karma cypress playwright pytest py.test unittest nose2 tox nox rspec phpunit pest ctest",
    "tsc vue-tsc mypy pyright eslint oxlint biome ruff flake8 pylint golangci-lint rubocop shellcheck",
  ].flatMap((names) => names.split(" ")),
)
const SCRIPT =
  /^(?:tests?|t|specs?|unit|e2e|check|lint|type-?checks?|verify|validate|build|compile)(?:[:.-]|$)/
const TASKS: Readonly<Record<string, RegExp>> = {
  npm: SCRIPT,
  pnpm: SCRIPT,
  yarn: SCRIPT,
  bun: SCRIPT,
  make: SCRIPT,
  just: SCRIPT,
  rake: SCRIPT,
  gradle: /^(?:\S{0,64}:)?(?:test|check|build)$/,
  gradlew: /^(?:\S{0,64}:)?(?:test|check|build)$/,
  mvn: /^(?:test|verify|compile|package|install)$/,
  mvnw: /^(?:test|verify|compile|package|install)$/,
  go: /^(?:test|vet|build)$/,
  cargo: /^(?:test|check|build|clippy|nextest)$/,
  dotnet: /^(?:test|build)$/,
  deno: /^(?:test|check|lint)$/,
  swift: /^(?:test|build)$/,
  mix: /^(?:test|compile)$/,
  bazel: /^(?:test|build)$/,
  flutter: /^(?:test|analyze)$/,
  dart: /^(?:test|analyze)$/,
  "manage.py": /^test$/,
}
const INTERPRETER = /^(?:node|python[\d.]*|ruby|php|bash|sh|zsh|tsx)$/
const TEST_FILE = /(?:^|[-_.]|run)(?:tests?|specs?|check|verify|lint)(?:[-_.]|$)/

/** Asked to explain, list or skip itself, or left running in the background, a runner judges nothing. */
const IDLE =
  /^(?:--help|-h|--version|-V|--collect-only|--co|--listTests|--list|--no-run|--dry-run|--if-present|&)$/

function checkOf(part: string): string | null {
  const words = wordsOf(part)
  if (words.some((word) => IDLE.test(word)) || /[^&>]&\s*$/.test(part)) return null
  if (words[0] === "node" && words.includes("--test")) return withTargets("node-test", words.slice(1))
  const [program = "", ...rest] = INTERPRETER.test(words[0] ?? "") ? words.slice(1) : words
  const name = program.slice(program.lastIndexOf("/") + 1)
  if (RUNNERS.has(name)) return withTargets(name, rest)
  const plain = rest.filter((word) => !word.startsWith("-"))
  const [task = "", ...targets] = plain[0] === "run" ? plain.slice(1) : plain
  if (Object.hasOwn(TASKS, name) && TASKS[name]?.test(task) === true)
    return withTargets(`${name}-${task}`, targets)
  const is_script = program.startsWith("./") || /\.(?:sh|py|[cm]?[jt]s|rb|php)$/.test(name)
  return is_script && TEST_FILE.test(name) ? withTargets(name, rest) : null
}

const BEFORE = [
  /^[A-Za-z_]\w*=\S*$/,
  /^(?:env|time|sudo|nice|npx|bunx|pnpx|timeout)$/,
  /^-{1,2}\w[\w-]*$/,
  /^\d+[smh]?$/,
]
const LAUNCHER =
  /^(?:(?:npm|pnpm|yarn|bun) (?:exec|dlx|x)|(?:uv|poetry|pipenv|pdm|hatch|rye) run|bundle exec|python[\d.]* -m)$/

/** The words of one command, without redirections and without what only leads to the program. */
function wordsOf(part: string): readonly string[] {
  const words = part
    .replace(/^\s*[({]/, "")
    .replace(/[)}]\s*$/, "")
    .replaceAll(/(?:\d|&)?>{1,2} ?(?:&\d|\S+)/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "")
  for (;;) {
    const [first = "", second = ""] = words
    if (LAUNCHER.test(`${first} ${second}`)) words.splice(0, 2)
    else if (/^(?:pnpm|yarn|bun)$/.test(first) && RUNNERS.has(second)) words.splice(0, 1)
    else if (BEFORE.some((pattern) => pattern.test(first))) words.splice(0, 1)
    else return words
  }
}

/** Of the flags only those that choose what runs are part of a check's name. */
const CHOICE = /^(?:-k|-t|-g|-run|-p|--grep|--filter|--testNamePattern|--test-name-pattern|--project)(?:=|$)/

function withTargets(runner: string, words: readonly string[]): string {
  const targets = words.filter((word) => (word.startsWith("-") ? CHOICE.test(word) : word !== "run"))
  return [runner, ...targets].join(" ")
}

/**
 * The same text for commands that do the same: outer white space, runs of blanks and a final `2>&1` do not count. A line
 * break separates two commands and stays.
 */
export function normaliseCommand(command: string): string {
  return command
    .trim()
    .replaceAll(/[ \t]+/g, " ")
    .replace(/ ?2>&1$/, "")
}
