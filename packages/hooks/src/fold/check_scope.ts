import { isNarrowerCheck } from "@proofloop/runtime/detector"

/** A check by its parts: `npm-test a.test.ts (in packages/b)`. */
interface Scope {
  readonly check_id: string
  readonly name: string
  /** "" is all of it. */
  readonly targets: string
  readonly folder: string
}

const FOLDER = /^([\s\S]*) \(in ([^()]{1,300})\)$/
const MANAGED = /^(?:npm|pnpm|yarn|bun)-(.{1,100})$/
/** The project's tests: a task, or a script of that name. */
const TESTS =
  /^(?:npm|pnpm|yarn|bun|make|just|task|rake|composer|poetry|hatch)-tests?$|^(?:run[_-]?)?(?:all[_-]?)?tests?\.\w{1,4}$/
const TEST_RUNNERS: ReadonlySet<string> = new Set(
  "vitest jest mocha ava tap tape uvu node-test pytest unittest nose2 tox rspec phpunit pest minitest jasmine".split(
    " ",
  ),
)
const ALL = /^(?:\.|\.\/|\.\/\.\.\.|discover)?$/
/** Where a task runs, by a flag; and a variable, which is no target. */
const PLACE = /(?:^| )(?:-C|--prefix|--cwd|--dir|--directory) (\S{1,300})/
const VARIABLE = /(?:^| )[A-Z_]\w{0,40}=\S{0,200}/g

/**
 * Whether passes of some checks imply that another passes. A whole implies its part and the same task by another
 * package manager, and the project's tests imply a test runner. A chain needs each of its parts. `is_test`: a test
 * failed.
 */
export function covers(passed: readonly string[], failed: string, is_test: boolean): boolean {
  const wide = passed.flatMap(scopesOf)
  return scopesOf(failed).every((narrow) => wide.some((scope) => coversOne(scope, narrow, is_test)))
}

/** Whether a check runs a part only, as its id tells: `vitest src/a.test.ts`. */
export function isPart(check_id: string): boolean {
  return scopesOf(check_id).some(({ targets }) => targets !== "")
}

/** The same files, named from the root: `jest test/a (in app)` runs `jest app/test/a`. */
function rooted({ check_id, name, targets, folder }: Scope): string {
  if (folder === "" || targets === "" || targets.startsWith("-")) return check_id
  const [first = "", ...rest] = targets.split(" ")
  return [name, `${folder}/${first}`, ...rest].join(" ")
}

function coversOne(wide: Scope, narrow: Scope, is_test: boolean): boolean {
  const [one, other] = [rooted(narrow), rooted(wide)]
  if (narrow.targets !== "" && (one === other || isNarrowerCheck(one, other))) return true
  if (wide.folder !== narrow.folder) return false
  const is_same = taskOf(wide.name) === taskOf(narrow.name)
  if (is_same && (wide.targets === narrow.targets || wide.targets === "")) return true
  if (isNarrowerCheck(narrow.check_id, wide.check_id)) return true
  if (wide.targets !== "") return false
  if (TESTS.test(wide.name)) return TEST_RUNNERS.has(narrow.name)
  return TEST_RUNNERS.has(wide.name) && TESTS.test(narrow.name) && is_test
}

function taskOf(name: string): string {
  return MANAGED.exec(name)?.[1] ?? name
}

function scopesOf(check_id: string): readonly Scope[] {
  return check_id.split(" && ").map((part) => {
    const [, inner = part, base = ""] = FOLDER.exec(part) ?? []
    const space = inner.indexOf(" ")
    const name = space === -1 ? inner : inner.slice(0, space)
    const given = space === -1 ? "" : inner.slice(space + 1).replaceAll(VARIABLE, "")
    const place = PLACE.exec(given)?.[1] ?? "."
    const folder = place === "." ? base : [base, place].filter((one) => one !== "").join("/")
    const targets = given.replace(PLACE, "").trim()
    return { check_id: part, name, targets: ALL.test(targets) ? "" : targets, folder }
  })
}
