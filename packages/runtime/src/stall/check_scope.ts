import type { DiagnosticKind } from "../protocol/diagnostic.ts"

/** What a check's id says: "jest src/a.test.ts -t 'adds up' (in app)". */
interface CheckScope {
  readonly runner: string
  /** "" is the root. */
  readonly folder: string
  /** Values by the flag that takes them; targets are under "", variables under "=". */
  readonly chosen: ReadonlyMap<string, readonly string[]>
}

/** Flags that say where, not what. */
const PLACES: ReadonlySet<string> = new Set(
  "-C --cwd --dir --directory --manifest-path --prefix --test-dir -w".split(" "),
)
/** Flags that leave out what they name. */
const EXCLUDES = /^(?:-x|-LE|--?[\w-]{0,32}(?:ignore|exclude|deselect|skip)[\w-]{0,32})$/i
/** Flags whose value is a pattern that may match anywhere: a longer one matches less. */
const PATTERNS =
  /^(?:-run|-t|-k|-g|-bench|--grep|--filter|--testNamePattern|--test-name-pattern|--testPathPatterns?)$/
const WORDS = /'[^']{0,200}'|\S{1,200}/g
/** What may follow a target in the name of a part of it: a path below it, a test or a line in it. */
const PARTS = ["/", ":", "#", "["]
const VARIABLE = /^[A-Z_]\w{0,40}=/
const MANAGED = /^(?:npm|pnpm|yarn|bun)-(?=.)/
const TEST_SCRIPT = /^(?:run[_-]?)?(?:all[_-]?)?tests?\.\w{1,4}$/
const TEST_RUNNERS: ReadonlySet<string> = new Set(
  "vitest jest mocha ava tap tape uvu node-test pytest unittest nose2 tox rspec phpunit pest minitest jasmine".split(
    " ",
  ),
)
const RUNS_TESTS = /(?:^|[-:_])tests?(?:$|[.:_-])/
const ALL = /^(?:\.|\.\/|\.\/\.\.\.|discover)?$/

/**
 * Whether one check runs a part of what another runs, as far as their ids tell. Both need the same runner and folder.
 * Each target of the narrower one must lie within a target of the wider one; a wider check without targets runs
 * everything.
 */
export function isNarrowerCheck(check_id: string, wider_id: string): boolean {
  if (check_id === wider_id) return false
  // A chain of checks is no part of anything.
  const [narrow, next] = scopesOf(check_id)
  const [wide, other] = scopesOf(wider_id)
  if (narrow === undefined || wide === undefined || next !== undefined || other !== undefined) return false
  return liesIn(narrow, wide)
}

const TASK = /^(?:npm|pnpm|yarn|bun|make|just|task|rake|composer|poetry|hatch|nx|turbo|moon|mise)-(.{1,100})$/
/** The name of a task of all tells that it looks for the same kind of failure: "nx lint" for ruff, "typecheck" for mypy. */
const OF_KIND: Readonly<Partial<Record<DiagnosticKind, RegExp>>> = {
  type: /^(?:type-?check|types|check-types|tsc)$/,
  lint: /^lint(?:[:_-](?:all|fix))?$/,
  build: /^(?:build|compile)(?:[:_-]all)?$/,
}
const MENDS = /[:_-](?:fix|write)$/
const MODES: ReadonlySet<string> = new Set(["--fix", "--write", "--check", "-w"])

/**
 * Whether passes of some checks imply that another passes, of whose failure the kind is known. A whole implies its part
 * and the same task by another package manager or in its mending form; the project's tests imply a test runner, its lint
 * a linter. A chain needs each of its parts, or where a test failed those that run tests.
 */
export function coversCheck(passed: readonly string[], failed: string, kind: DiagnosticKind): boolean {
  const is_test = kind === "test"
  const wide = passed.flatMap(scopesOf).map(limited)
  const parts = scopesOf(failed).map(limited)
  const testing = parts.filter(runsTests)
  return (is_test && testing.length > 0 ? testing : parts).every((narrow) =>
    wide.some((scope) => coversOne(scope, narrow, kind)),
  )
}

/** Whether a check runs a part only, as its id tells: `vitest src/a.test.ts`. */
export function isPartialCheck(check_id: string): boolean {
  return scopesOf(check_id).some((scope) => limited(scope).chosen.size > 0)
}

function liesIn(narrow: CheckScope, wide: CheckScope): boolean {
  if (narrow.runner !== wide.runner || narrow.folder !== wide.folder) return false
  for (const [name, whole] of wide.chosen) {
    const chosen = narrow.chosen.get(name) ?? []
    if (EXCLUDES.test(name)) {
      const targets = narrow.chosen.get("") ?? []
      if (whole.every((value) => chosen.includes(value))) continue
      if (targets.length === 0 || targets.some((value) => whole.some((other) => isWithin(value, other))))
        return false
      continue
    }
    if (
      chosen.length === 0 ||
      !chosen.every((value) =>
        whole.some((other) => isWithin(value, other) || (PATTERNS.test(name) && value.includes(other))),
      )
    )
      return false
  }
  return true
}

function coversOne(wide: CheckScope, narrow: CheckScope, kind: DiagnosticKind): boolean {
  const sameTask = (scope: CheckScope): CheckScope => ({
    ...scope,
    runner: scope.runner.replace(MANAGED, "").replace(MENDS, ""),
  })
  if (liesIn(sameTask(narrow), sameTask(wide))) return true
  if (narrow.chosen.size > 0 && liesIn(rooted(narrow), rooted(wide))) return true
  if (wide.chosen.size > 0 || (wide.folder !== narrow.folder && wide.folder !== "")) return false
  if (!runsTests(narrow) && OF_KIND[kind]?.test(taskOf(wide)) === true) return true
  if (wide.folder !== narrow.folder) return false
  if (isTestTask(wide)) return TEST_RUNNERS.has(narrow.runner)
  return TEST_RUNNERS.has(wide.runner) && isTestTask(narrow) && kind === "test"
}

function taskOf({ runner }: CheckScope): string {
  return TASK.exec(runner)?.[1] ?? ""
}

/** The project's tests: a task, or a script of that name. */
function isTestTask(scope: CheckScope): boolean {
  return /^tests?$/.test(taskOf(scope)) || TEST_SCRIPT.test(scope.runner)
}

function runsTests({ runner }: CheckScope): boolean {
  return TEST_RUNNERS.has(runner) || RUNS_TESTS.test(runner)
}

/** The same files, named from the root: `jest test/a (in app)` runs `jest app/test/a`. */
function rooted(scope: CheckScope): CheckScope {
  const { folder, chosen } = scope
  const targets = chosen.get("")
  if (folder === "" || targets === undefined) return scope
  return {
    ...scope,
    folder: "",
    chosen: new Map([...chosen, ["", targets.map((target) => `${folder}/${target}`)]]),
  }
}

/** Without what leaves nothing out: a variable, a target that means all, and whether it mends what it finds. */
function limited(scope: CheckScope): CheckScope {
  const left = [...scope.chosen].filter(
    ([name, values]) =>
      name !== "=" && !MODES.has(name) && !(name === "" && values.every((value) => ALL.test(value))),
  )
  return { ...scope, chosen: new Map(left) }
}

function scopesOf(check_id: string): readonly CheckScope[] {
  return check_id.split(" && ").map(scopeOf)
}

function scopeOf(check_id: string): CheckScope {
  const end = check_id.endsWith(")") ? check_id.lastIndexOf(" (in ") : -1
  const [runner = "", ...words] = (end === -1 ? check_id : check_id.slice(0, end)).match(WORDS) ?? []
  const folders = end === -1 ? [] : [check_id.slice(end + " (in ".length, -1)]
  const chosen = new Map<string, string[]>()
  for (let at = 0; at < words.length; at += 1) {
    const [name, value, took_next] = readWord(words[at] ?? "", words[at + 1])
    if (took_next) at += 1
    if (PLACES.has(name)) folders.push(value)
    else chosen.set(name, [...(chosen.get(name) ?? []), value])
  }
  return { runner, folder: folders.filter((folder) => folder !== ".").join("/"), chosen }
}

/** Targets come before flags, because a word after a flag is its value. */
function readWord(word: string, next: string | undefined): readonly [string, string, boolean] {
  if (VARIABLE.test(word)) return ["=", word, false]
  if (!word.startsWith("-") || word === "-") return ["", word, false]
  const equals = word.indexOf("=")
  if (equals !== -1) return [word.slice(0, equals), word.slice(equals + 1), false]
  return next === undefined || next.startsWith("-") ? [word, "", false] : [word, next, true]
}

function isWithin(target: string, whole: string): boolean {
  if (target === whole) return true
  const takes_all = whole.endsWith("/...")
  if (target.endsWith("/...") && !takes_all) return false
  const folder = takes_all ? whole.slice(0, -4) : whole
  if (folder === ".") return !target.startsWith("/") && !target.startsWith("..")
  return target === folder || PARTS.some((part) => target.startsWith(folder + part))
}
