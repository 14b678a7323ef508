import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { languageOf } from "../../code/language.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"
import { type Strictness, strictness } from "./strictness.ts"
import { compareTests, type TestFileChange, type TestPair } from "./tests/compare_tests.ts"
import { callsNewHelper } from "./tests/new_helper.ts"
import { TRUTH } from "./tests/strength.ts"
import { type Assertion, lastName, type TestCase, type TestFile } from "./tests/test_case.ts"
import { testReader, unreadTests } from "./tests/test_file.ts"
import { wordsOf } from "./tests/words.ts"

/** A test that asserts less than it did. @requirement critics.forged-weakened */
export const weakenedTests = forgedCritic({
  id: "forged-weakened",
  event_type: "critic_forged_weakened.fail",
  title: "Weakened tests",
  description:
    "Finds tests that lost their assertions, or whose assertions were loosened or can no longer fail",
  advice: "Put the assertions back as they were, and change the code until they hold.",
  default_in: { gate: true, check: true },
  other_severity_when: "an assertion asks for less, or under a condition",
  model_input: { strict: true },
  input: strictness,
  unread: unreadTests,
  reads: [testReader],
  find: findWeakenedTests,
})

export async function findWeakenedTests(
  change: ChangeSet,
  facts: RepositoryFacts,
  { strict }: Strictness,
): Promise<readonly Violation[]> {
  const { pairs, files, removed, added } = await compareTests(change)
  // The file may have moved.
  const left = files.filter(({ after }) => after === null).flatMap(({ before }) => before?.shadows ?? [])
  const shadows = files.flatMap(({ path, before, after }) => {
    const known = new Set([...(before?.shadows ?? []), ...left].map(({ text }) => text))
    return (after?.shadows ?? [])
      .filter(({ text }) => !known.has(text))
      .map(({ line, text }) => ({
        path,
        line,
        rule: "shadowed",
        message: `the file defines ${text} itself now, so what is asserted with it says nothing`,
        evidence: text,
      }))
  })
  const warns_less = change.files.some((file) => !isTestPath(file.path) && warnsLess(file))
  const helped = new Set(
    files
      .filter(({ before, after }) => helpsMore(before?.cases[0]?.assertions, after?.cases[0]?.assertions))
      .map(({ path }) => path),
  )
  const migrated = new Set(files.filter(isMigrated).map(({ path }) => path))
  const found: Violation[] = [...shadows]
  for (const pair of pairs) {
    const cases = files.find(({ path }) => path === pair.path)?.after?.cases ?? []
    const inner = cases.filter(({ name }) => name.startsWith(`${pair.after.name} > `))
    const has_moved = added.some(
      ({ path, test }) =>
        path !== pair.path && lastName(test) === lastName(pair.after) && real(test.assertions).length > 0,
    )
    const around = {
      helped: helped.has(pair.path),
      migrated: migrated.has(pair.path),
      removed,
      strict,
      inner,
      has_moved,
      warns_less,
    }
    const weakness = weaknessOf(pair, around)
    if (weakness !== null && !(weakness.rule === "no_assertion" && (await callsNewHelper(pair, facts))))
      found.push(weakness)
  }
  return found
}

/** Helpers of the file now assert what its tests did. */
function helpsMore(before: readonly Assertion[] = [], after: readonly Assertion[] = []): boolean {
  return real(after).length > real(before).length
}

/** Most assertions of the file begin with a word that none of them began with before. */
function isMigrated({ before, after }: TestFileChange): boolean {
  const words = (file: TestFile | null) =>
    (file?.cases ?? []).flatMap(({ assertions }) =>
      assertions.map(({ text }) => /^\w*/.exec(text)?.[0] ?? ""),
    )
  const [old, now] = [new Set(words(before)), words(after)]
  const fresh = now.filter((word) => word !== "" && !old.has(word))
  return fresh.length >= LEAST_MIGRATED && fresh.length > now.length / 2
}

const LEAST_MIGRATED = 3

function real(assertions: readonly Assertion[]): readonly Assertion[] {
  return assertions.filter(({ flaw }) => flaw === null)
}

interface Around extends Strictness {
  /** Helpers of the file assert more than before. */
  readonly helped: boolean
  /** The file asserts by another library than before, whose words may be weaker. */
  readonly migrated: boolean
  readonly removed: ReadonlySet<string>
  readonly inner: readonly TestCase[]
  /** Another file has a new test of this name that asserts something. */
  readonly has_moved: boolean
  /** A source file emits fewer warnings than before. */
  readonly warns_less: boolean
}

function warnsLess({ path, before, after }: FileChange): boolean {
  const count = (bytes: Uint8Array | null) => (strictText(bytes) ?? "").match(WARNING)?.length ?? 0
  return languageOf(path) !== null && count(after) < count(before)
}

const WARNING = /\bwarn(?:ing|_deprecated)?\(/g
const ASKS_FOR_WARNING = /\bwarns\(|\bassertWarns\b|\bdeprecated_call\(/

/** The first thing that makes a test weaker; null: none. */
function weaknessOf(
  { path, before, after }: TestPair,
  { helped, migrated, removed, strict, inner, has_moved, warns_less }: Around,
): Violation | null {
  const [old, own] = [real(before.assertions), real(after.assertions)]
  const now = [...own, ...inner.flatMap(({ assertions }) => real(assertions))]
  const named = after.name === "" ? "a helper of the tests" : `the test ${JSON.stringify(cut(after.name))}`
  const found = (rule: string, line: number, message: string, evidence: string): Violation => ({
    path,
    line,
    rule,
    message,
    evidence,
  })
  const known = new Set(before.assertions.map((one) => `${one.flaw}${one.text}`))
  const flawed = after.assertions.find((one) => one.flaw !== null && !known.has(`${one.flaw}${one.text}`))
  if (flawed !== undefined && now.length < old.length) {
    return found(
      "asserts_nothing",
      flawed.line,
      `${named} has an assertion that cannot fail, ${flawed.flaw}: ${cut(flawed.text)}`,
      flawed.text,
    )
  }
  const is_settled =
    (warns_less && old.every(({ text }) => ASKS_FOR_WARNING.test(text))) ||
    old.some(({ text }) => [...wordsOf(text)].some((word) => removed.has(word)))
  if (now.length === 0 && old.length > 0 && !helped && !is_settled && !has_moved && after.name !== "") {
    return found(
      "no_assertion",
      after.line,
      `${named} asserts nothing any more; it had ${counted(old.length)}`,
      after.name,
    )
  }
  const asserted = new Set(own.filter(({ condition }) => condition === null).map(({ subject }) => subject))
  const conditional = old
    .flatMap((was) => (was.condition === null ? onlyUnder(was, now) : []))
    // What the test asserts as well holds.
    .find(({ condition }) => condition !== null && !asserted.has(condition.replace(/^\((.{1,200})\)$/, "$1")))
  if (conditional !== undefined) {
    const message = `${named} asserts ${cut(conditional.text)} only if ${cut(conditional.condition ?? "")}`
    return { ...found("conditional", conditional.line, message, conditional.text), severity: "warning" }
  }
  const loosened = migrated && !strict ? null : looser(old, now)
  if (loosened !== null) {
    const [was, is] = loosened
    const message = `${named} asks for less: ${cut(is.text)} instead of ${cut(was.text)}`
    return { ...found("loosened", is.line, message, is.text), severity: "warning" }
  }
  if (helped || !strict) return null
  const dropped = droppedOnly(before, after)
  if (dropped !== null && ![...wordsOf(dropped.text)].some((word) => removed.has(word)))
    return found(
      "assertion_gone",
      after.line,
      `${named} no longer asserts ${cut(dropped.text)}, and nothing else of it changed`,
      dropped.text,
    )
  return null
}

/** The same assertion where it runs under a condition alone. */
function onlyUnder(was: Assertion, now: readonly Assertion[]): readonly Assertion[] {
  const same = now.filter(({ text }) => text === was.text)
  return same.every(({ condition }) => condition !== null) ? same : []
}

/** An assertion that turned into a weaker one about the same thing. */
function looser(
  old: readonly Assertion[],
  now: readonly Assertion[],
): readonly [Assertion, Assertion] | null {
  const [kept_old, kept_now] = [new Set(old.map(({ text }) => text)), new Set(now.map(({ text }) => text))]
  const fresh = now.filter(({ text }) => !kept_old.has(text))
  for (const was of old) {
    if (kept_now.has(was.text) || was.subject === "") continue
    const about = fresh.filter(({ subject }) => subject === was.subject || within(subject, was.subject))
    const best = Math.max(...about.map(({ strength }) => strength))
    const is = about[0]
    // Presence in place of absence is another expectation.
    const least = ABSENT.test(was.text) ? Math.min(TRUTH, was.strength) : was.strength
    if (is !== undefined && best < least) return [was, is]
  }
  return null
}

const ABSENT = /null|undefined|nil\b|None\b|Falsy|Empty|NoError|NaN|Zero/i

/** `result.ok` of `result`, `len(rows)` of `rows`, `abs(total-3)` of `total`. */
function within(subject: string, was: string): boolean {
  if (was.length < 2 || subject.length >= 200) return false
  return subject.startsWith(`${was}.`) || subject.startsWith(`${was} `) || subject.includes(`(${was}-`)
}

/** An assertion that went while everything else stayed. */
function droppedOnly(before: TestPair["before"], after: TestPair["after"]): Assertion | null {
  const [old, now] = [real(before.assertions), real(after.assertions)]
  if (now.length >= old.length || before.name !== after.name || after.name === "") return null
  if (!isShortened(before.body, after.body)) return null
  const left = new Map<string, number>()
  for (const { text } of now) left.set(text, (left.get(text) ?? 0) + 1)
  const gone = old.filter(({ text }) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
  if (gone.length !== old.length - now.length) return null
  return gone.find(({ text }) => !/^assert (?:False|false|0)\b/.test(text)) ?? null
}

/** Whether a text has only words of the other: words were only removed. */
function isShortened(before: string, after: string): boolean {
  const left = new Map<string, number>()
  for (const word of before.split(/\W+/)) left.set(word, (left.get(word) ?? 0) + 1)
  return after.split(/\W+/).every((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
}

function counted(count: number): string {
  return `${count} assertion${count === 1 ? "" : "s"}`
}

function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
