import { type FileChange, strictText } from "@proofloop/foundation/git"
import { isTestFile, testLanguageOf } from "@proofloop/foundation/paths"
import type { TestRegion } from "./test_regions.ts"
import { type Condition, type ReadTests, readTests } from "./test_source.ts"

/**
 * Why a change makes an existing test file weaker: it or a test of it is gone, a test is skipped, or there are fewer
 * assertions. A test that is the same word for word under another name, or in another test file of `change`, is not gone.
 * null: it does not, or is no test file. @requirement self-correction.regression-test
 */
export function weakenedTest(file: FileChange, change: readonly FileChange[] = []): string | null {
  const { path, before, after } = file
  if (before === null || !isTestFile(path)) return null
  const language = testLanguageOf(path)
  const [old_text, new_text] = [strictText(before), after === null ? "" : strictText(after)]
  if (after === null && change.some((other) => isSameFile(file, other))) return null
  const unread = after === null ? DELETED : null
  if (language === null || old_text === null || new_text === null) return unread
  const [old, now] = [readTests(old_text, language), readTests(new_text, language)]
  const elsewhere = () => change.flatMap((other) => (other === file ? [] : addedTests(other, language)))
  const lost = lostTests(old, now, elsewhere)
  if (after === null) return lost.length === 0 && old.tests.length > 0 ? null : DELETED
  if (lost.length > 0) return `a test of it is gone${shownName(lost[0])}, and a fix takes none away`
  if (isSkipping(old, now, old_text)) return "a test of it is skipped now"
  // What moved to another file took its assertions along.
  const has_moved = now.tests.length < old.tests.length
  if (!has_moved && now.assertions < old.assertions)
    return `it has ${now.assertions} assertions instead of ${old.assertions} now`
  return null
}

const DELETED = "it is a test file, and a fix deletes none"

/** Whether a new test file, of a kind that is run alike, holds the same. */
function isSameFile({ path, before }: FileChange, other: FileChange): boolean {
  if (before === null || other.before !== null || other.after === null || !isTestFile(other.path))
    return false
  return testLanguageOf(path) === testLanguageOf(other.path) && Buffer.compare(before, other.after) === 0
}

/** What is told of a test that is gone: its name, "" where it has none. */
function lostTests(old: ReadTests, now: ReadTests, elsewhere: () => readonly string[]): readonly string[] {
  const missing = old.tests.filter(
    (name, at) => old.tests.indexOf(name) === at && count(now.tests, name) < count(old.tests, name),
  )
  if (missing.length === 0) return []
  const there = [...elsewhere(), ...renamed(old, now)]
  return missing.filter((name) => {
    const gone = count(old.tests, name) - count(now.tests, name)
    const kept = old.regions.filter((region, at) => old.tests[at] === name && isKept(region, now, there))
    return kept.length < gone
  })
}

/** The bodies of tests whose names are new in a file. */
function renamed(old: ReadTests, now: ReadTests): readonly string[] {
  return now.regions.flatMap(({ name, body }, at) => {
    const is_new = !old.tests.includes(now.tests[at] ?? "") && !old.regions.some((one) => one.name === name)
    return is_new && body !== null ? [body] : []
  })
}

/** Not in the file by its name any more, and the same word for word somewhere else. */
function isKept({ name, body }: TestRegion, now: ReadTests, there: readonly string[]): boolean {
  return (
    body !== null &&
    there.includes(body) &&
    !now.regions.some((one) => one.name === name && one.body === body)
  )
}

/** The bodies of the tests that a change adds to another file, unless something keeps them from running there. */
function addedTests({ path, before, after }: FileChange, language: string): readonly string[] {
  const own = testLanguageOf(path)
  const [old_text, text] = [
    before === null ? "" : strictText(before),
    after === null ? null : strictText(after),
  ]
  if (own === null || own !== language || old_text === null || text === null) return []
  const [old, now] = [readTests(old_text, own), readTests(text, own)]
  if (now.conditions.length > old.conditions.length || isSkipping(old, now, old_text)) return []
  const known = old.regions.map(({ body }) => body)
  return now.regions.flatMap(({ body }) => (body === null || known.includes(body) ? [] : [body]))
}

function isSkipping(old: ReadTests, now: ReadTests, old_text: string): boolean {
  const turnsOff = ({ term, name, is_never }: Condition): boolean =>
    (name === null || is_never || old_text.split(/\W+/).includes(name)) &&
    !old.conditions.some((one) => one.term === term && one.name === name)
  const added = Math.max(0, now.tests.length - old.tests.length)
  if (now.conditions.some(turnsOff) || conditioned(now) - conditioned(old) > added) return true
  return now.skips.filter((skip) => !isOfNewTest(skip, old, now)).length > old.skips.length
}

/** How many tests are built under a condition alone. */
function conditioned({ regions, conditions }: ReadTests): number {
  const ranges = conditions.flatMap(({ range }) => (range === null ? [] : [range]))
  return regions.filter(({ to }) => ranges.some(([start, end]) => to !== null && start < to && to <= end))
    .length
}

/** A test that is new may be skipped where every one that was there still has its name. */
function isOfNewTest({ at, title }: ReadTests["skips"][number], old: ReadTests, now: ReadTests): boolean {
  const names = now.regions.map(({ name }) => name)
  const is_same = old.regions.every(
    ({ name }) =>
      name !== null &&
      count(names, name) >=
        count(
          old.regions.map((one) => one.name),
          name,
        ),
  )
  if (!is_same) return false
  if (title !== null) return !old.regions.some(({ name }) => name === title)
  const around = now.regions.filter(({ from, to }) => to !== null && from <= at && at < to)
  return around.length > 0 && around.every(({ name }) => !old.regions.some((one) => one.name === name))
}

function shownName(name = ""): string {
  return /^\w+$/.test(name) ? ` (${name})` : ""
}

function count<Item>(names: readonly Item[], name: Item): number {
  return names.filter((each) => each === name).length
}
