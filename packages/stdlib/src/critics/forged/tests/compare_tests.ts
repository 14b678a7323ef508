import { posix } from "node:path"
import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { definesTests, isTestFile, isTestPath } from "@proofloop/foundation/paths"
import { isGenerated } from "../../../code/generated.ts"
import { isScript, languageOf } from "../../../code/language.ts"
import { isDoc } from "../../docs/doc_text.ts"
import { oncePer } from "../../once_per.ts"
import { fallingWords, withoutTests, wordsOfName } from "./falling_words.ts"
import { mergedTests } from "./merged_tests.ts"
import { foldersOfTests, isOfTests } from "./other_names.ts"
import { readTestFile } from "./read_test_file.ts"
import { isTableRow, type Rewritten, rewritten } from "./table_rows.ts"
import { isEmptyTest, lastName, type TestCase, type TestFile } from "./test_case.ts"
import { mayHoldTests } from "./test_file.ts"
import { uncommented, withoutBlockComments } from "./uncommented.ts"
import {
  callsAny,
  hasWord,
  isDistinct,
  isContained,
  quotesAny,
  removedMembers,
  removedText,
  removedWords,
  sharedPart,
  wordsOf,
} from "./words.ts"

/** A test file of a change. null: no file, or its tests could not be read. */
export interface TestFileChange {
  readonly path: string
  readonly before: TestFile | null
  readonly after: TestFile | null
}

export interface PlacedTest {
  readonly path: string
  readonly test: TestCase
}

/** A test before and after a change, in whatever file and under whatever name it is now. */
export interface TestPair {
  readonly path: string
  readonly before: TestCase
  readonly after: TestCase
}

export interface ComparedTests {
  readonly files: readonly TestFileChange[]
  readonly pairs: readonly TestPair[]
  /** Tests without a successor whose subject is still there. */
  readonly gone: readonly PlacedTest[]
  readonly added: readonly PlacedTest[]
  /** Lost tests with a loose replacement: unlike tests, as many in their file, mere data; or code was only removed. */
  readonly replaced: readonly PlacedTest[]
  /** Words that went from the code beside the tests. */
  readonly removed: ReadonlySet<string>
  /** Something beside tests and documents changed, which may explain what became of the tests. */
  readonly has_other_changes: boolean
}

/** The tests of a change, compared once for all critics. Rejects with UnableError without the parsers. */
export const compareTests: (change: ChangeSet) => Promise<ComparedTests> = oncePer(compare)

async function compare(change: ChangeSet): Promise<ComparedTests> {
  const folders = foldersOfTests(change)
  const touched = change.files.filter(({ path, before, after }) => {
    if (isGenerated(strictText(before) ?? "")) return false
    if (mayHoldTests(path, strictText(before), strictText(after))) return true
    return before === null && folders.has(posix.dirname(path)) && definesTests(strictText(after) ?? "")
  })
  const files: TestFileChange[] = []
  for (const file of touched) {
    const [before, after] = [await readSide(file, file.before), await readSide(file, file.after)]
    // An unreadable side says nothing about the other.
    const blind = (before === null && file.before !== null) || (after === null && file.after !== null)
    files.push({ path: file.path, before: blind ? null : before, after: blind ? null : after })
  }
  const { pairs, gone, added, replaced } = matchTests(files)
  const code = change.files.flatMap((file) => codeOf(file, files))
  const removed = new Set([...removedWords(code), ...removedWords(code.map(({ bare }) => bare))])
  const members = removedMembers(code)
  const removed_text = removedText(code)
  const written_tests = addedText(touched)
  const bodies = [...gone, ...replaced].map(({ test }) => test.body).filter((body) => body.length > 20)
  const written = addedText(
    change.files.filter(
      (file) => touched.includes(file) || (languageOf(file.path) === null && !holdsAny(file, bodies)),
    ),
  )
  const deleted = new Set(change.files.filter(({ after }) => after === null).map(({ path }) => path))
  const kept = new Set(
    files.flatMap(({ path, after }) => after?.cases.map(({ body }) => `${path}\0${body}`) ?? []),
  )
  const known = new Map<string, Rewritten>()
  const casesAt = (path: string) => files.find((file) => file.path === path)?.before?.cases ?? []
  const rewrittenAt = (path: string): Rewritten => {
    const file = change.files.find((one) => one.path === path)
    const found =
      known.get(path) ??
      rewritten(strictText(file?.before ?? null) ?? "", strictText(file?.after ?? null) ?? "")
    known.set(path, found)
    return found
  }
  const isFalling = fallingWords(
    code.map(({ bare }) => bare),
    touched.map((file) => withoutTests(file, testsAt(file.path, gone))),
  )
  const merged = mergedTests([...gone, ...replaced], pairs)
  const isLost = (one: PlacedTest, successors: ReadonlySet<string>): boolean => {
    if (merged.has(one.test)) return false
    // Another test of the file has the same text; in another file the same text may mean something else.
    if (one.test.body.length > 20 && kept.has(`${one.path}\0${one.test.body}`)) return false
    // Tests in a module of the code go with the module.
    if (deleted.has(one.path) && !isOfTests(one.path, change, casesAt(one.path))) return false
    if (isStillTitled(one, change) || isHelper(one, change)) return false
    if (deleted.has(one.path) && importsAny(one.path, change, removed)) return false
    const words = wordsOf(`${one.test.name} ${one.test.body} ${removedAbove(one, change, files)}`)
    const is_settled = [...words].some((word) => removed.has(word)) || callsAny(one.test.body, members)
    if (is_settled || quotesAny(one.test.body, removed_text)) return false
    if (wordsOfName(one.test).some((word) => words.has(word) && isFalling(word))) return false
    return !isContained(one.test, successors) && !isTableRow(one.test, rewrittenAt(one.path))
  }
  // Tests of data are files of their own.
  const isRemoval = onlyRemoves(change, files) || addedFixtures(change) >= Math.max(1, gone.length)
  const lost = new Set(isRemoval ? [] : gone.filter((one) => isLost(one, written)))
  const all = [...lost]
  const left = all.filter(({ path }) => !deleted.has(path) || mostOf(path, all) > mostOf(path, gone) / 2)
  return {
    files,
    pairs,
    gone: left,
    added,
    replaced: [...replaced, ...gone.filter((one) => !lost.has(one))].filter((one) =>
      isLost(one, written_tests),
    ),
    removed,
    has_other_changes: code.some(({ before, after }) => squeezed(before) !== squeezed(after)),
  }
}

/** Whether a script still has the title of a test, for a call that is read no further. */
function isStillTitled({ path, test }: PlacedTest, { files }: ChangeSet): boolean {
  const title = lastName(test)
  if (!isScript(languageOf(path)) || title.length < SHORTEST_TITLE) return false
  const after = strictText(files.find((file) => file.path === path)?.after ?? null)
  if (after === null || !after.includes(title)) return false
  const bare = uncommented(path, after)
  return ["'", '"', "`"].some((quote) => bare.includes(`)(${quote}${title}${quote}`))
}

const SHORTEST_TITLE = 8

/** Whether another touched file called a test of Python that asserts nothing itself. */
function isHelper({ path, test }: PlacedTest, { files }: ChangeSet): boolean {
  if (!path.endsWith(".py") || test.assertions.length > 0) return false
  return files.some((file) => file.path !== path && hasWord(strictText(file.before) ?? "", test.name, "("))
}

/** Whether a file imported a name of several words that the code no longer has. */
function importsAny(path: string, { files }: ChangeSet, removed: ReadonlySet<string>): boolean {
  const before = strictText(files.find((file) => file.path === path)?.before ?? null) ?? ""
  const imports = before
    .split("\n")
    .filter((line) => /^\s{0,20}(?:import|from|use|const .{1,200}require)\b/.test(line))
  return [...wordsOf(imports.join("\n"))].some((word) => removed.has(word) && isDistinct(word))
}

function squeezed(text: string): string {
  return text.replaceAll(/\s{1,1000}/g, " ").trim()
}

/** How many fixture files a change adds below its tests. */
function addedFixtures({ files }: ChangeSet): number {
  return files.filter(({ path, before }) => before === null && isTestPath(path) && FIXTURES.test(path)).length
}

const FIXTURES = /(?:^|\/)(?:fixtures?|testdata|test-data|cases|golden|expected)\//

/** Whether lines went from code without tests, and none came to any code beside them: its tests were about removed code. */
function onlyRemoves(change: ChangeSet, tests: readonly TestFileChange[]): boolean {
  const code = change.files.filter(
    ({ path }) => languageOf(path) !== null && !isTestFile(path) && !isTestPath(path),
  )
  const hasTests = new Set(tests.flatMap(({ path, before }) => (before?.cases.length ? [path] : [])))
  const sides = code.map(({ path, before, after }) => ({ path, old: linesOf(before), now: linesOf(after) }))
  return (
    sides.some(({ path, old, now }) => !hasTests.has(path) && now.size < old.size) &&
    sides.every(({ old, now }) => [...now].every((line) => old.has(line)))
  )
}

function linesOf(bytes: Uint8Array | null): ReadonlySet<string> {
  return new Set((strictText(bytes) ?? "").split("\n").map((line) => line.trim()))
}

function testsAt(path: string, tests: readonly PlacedTest[]): readonly TestCase[] {
  return tests.filter((one) => one.path === path).map(({ test }) => test)
}

function mostOf(path: string, tests: readonly PlacedTest[]): number {
  return tests.filter((one) => one.path === path && one.test.name !== "").length
}

/** What the change removed right above a test: its subject. Empty when the whole file is gone, or holds code as well. */
function removedAbove(
  { path, test }: PlacedTest,
  change: ChangeSet,
  files: readonly TestFileChange[],
): string {
  const { before = null, after = null } = change.files.find((file) => file.path === path) ?? {}
  if (after === null || !isTestPath(path)) return ""
  const cases = files.find((file) => file.path === path)?.before?.cases ?? []
  const from = Math.max(0, ...cases.map(({ end }) => end).filter((end) => end <= test.start))
  const left = new Set((strictText(after) ?? "").split("\n").map((line) => line.trim()))
  const above = (strictText(before) ?? "").slice(from, test.start).split("\n").slice(0, -1)
  const last = above.findLastIndex(
    (line) => line.trim() !== "" && left.has(line.trim()) && line.trim().length > 3,
  )
  return above.slice(Math.max(last + 1, above.length - MOST_ABOVE)).join("\n")
}

/** Lines. */
const MOST_ABOVE = 60

/** A file's texts without its tests; nothing for a file of tests alone or a document. */
function codeOf({ path, before, after }: FileChange, files: readonly TestFileChange[]) {
  if (isTestPath(path) || isDoc(path)) return []
  const tests = files.find((file) => file.path === path)
  const [old, now] = [without(strictText(before), tests?.before), without(strictText(after), tests?.after)]
  // What only a comment still says is gone.
  const bare = { before: uncommented(path, old), after: uncommented(path, now) }
  return [{ before: old, after: now, bare }]
}

function without(text: string | null, tests: TestFile | null | undefined): string {
  let left = text ?? ""
  // From the end, so that earlier places stay valid.
  for (const { name, start, end } of (tests?.cases ?? []).toReversed()) {
    if (name !== "") left = left.slice(0, start) + left.slice(end)
  }
  return left
}

async function readSide({ path }: FileChange, bytes: Uint8Array | null): Promise<TestFile | null> {
  const text = strictText(bytes)
  return text === null ? null : readTestFile(path, text)
}

/** Words of new lines in test files and in data, outside of comments. */
function addedText(files: readonly FileChange[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { path, before, after } of files) {
    const is_code = languageOf(path) !== null
    const old = new Set((strictText(before) ?? "").split("\n").map((line) => line.trim()))
    const text = strictText(after) ?? ""
    for (const line of (is_code ? withoutBlockComments(text) : text).split("\n")) {
      if (is_code && LINE_COMMENT.test(line)) continue
      if (!old.has(line.trim())) for (const word of wordsOf(line)) words.add(word)
    }
  }
  return words
}

/** Whether a file holds a test word for word, which data does not: nothing runs it there. */
function holdsAny({ after }: FileChange, bodies: readonly string[]): boolean {
  const text = (strictText(after) ?? "").replaceAll(/\s{1,400}/g, " ")
  return bodies.some((body) => text.includes(body))
}

const LINE_COMMENT = /^\s{0,100}(?:\/\/|#(?![[!]))/

interface Matched {
  readonly pairs: readonly TestPair[]
  readonly gone: readonly PlacedTest[]
  readonly added: readonly PlacedTest[]
  readonly replaced: readonly PlacedTest[]
}

/** More pairs than these are compared by name alone. */
const MOST_COMPARED = 20_000

function matchTests(files: readonly TestFileChange[]): Matched {
  const pairs: TestPair[] = []
  let gone = files.flatMap(({ path, before }) => placed(path, before))
  let added = files.flatMap(({ path, after }) => placed(path, after))
  const match = (key: (one: PlacedTest) => string | null) => {
    const waiting = new Map<string, PlacedTest[]>()
    for (const one of added) {
      const name = key(one)
      if (name === null) continue
      const same = waiting.get(name)
      if (same === undefined) waiting.set(name, [one])
      else same.push(one)
    }
    const taken = new Set<PlacedTest>()
    gone = gone.filter((one) => {
      const name = key(one)
      const found = name === null ? undefined : waiting.get(name)?.shift()
      if (found === undefined) return true
      taken.add(found)
      pairs.push({ path: found.path, before: one.test, after: found.test })
      return false
    })
    added = added.filter((one) => !taken.has(one))
  }
  match(({ path, test }) => `${path}\0${test.name}`)
  match(({ test }) => (test.body.length > 20 ? test.body : null))
  match(({ path, test }) => `${languageOf(path)}\0${lastName(test)}`)
  if (gone.length * added.length > MOST_COMPARED) return { pairs, gone, added, replaced: [] }
  const successor = successorIn(added)
  const alike = new Set<PlacedTest>()
  const replaced = new Set<PlacedTest>()
  for (const one of gone) {
    const found = successor(one)
    if (found === null) continue
    if (found.part < ALIKE) replaced.add(one)
    else {
      alike.add(one)
      pairs.push({ path: found.by.path, before: one.test, after: found.by.test })
    }
  }
  const left = gone.filter((one) => !replaced.has(one) && !alike.has(one))
  const outnumbered = outnumberedFiles([...left, ...replaced], added)
  for (const one of left) if (outnumbered.has(one.path)) replaced.add(one)
  return { pairs, gone: left.filter((one) => !replaced.has(one)), added, replaced: [...replaced] }
}

/** Files that gained about as many asserting tests as they lost. */
function outnumberedFiles(gone: readonly PlacedTest[], added: readonly PlacedTest[]): ReadonlySet<string> {
  const balance = new Map<string, { gone: number; came: number }>()
  const of = (path: string) => {
    const known = balance.get(path) ?? { gone: 0, came: 0 }
    balance.set(path, known)
    return known
  }
  for (const { path } of gone) of(path).gone += 1
  for (const { path } of added.filter(isAsserting)) of(path).came += 1
  return new Set(
    [...balance].flatMap(([path, { gone: less, came }]) => (isOutnumbered(less, came) ? [path] : [])),
  )
}

/** A rewritten test file may need fewer tests. */
function isOutnumbered(gone: number, came: number): boolean {
  return came >= gone || (came >= 2 && came * 2 >= gone)
}

function isAsserting({ test }: PlacedTest): boolean {
  return test.name !== "" && test.skip === null && test.assertions.some(({ flaw }) => flaw === null)
}

function placed(path: string, file: TestFile | null): readonly PlacedTest[] {
  return file?.cases.map((test) => ({ path, test })) ?? []
}

/** From this likeness on a test counts as the other one rewritten. */
const ALIKE = 0.6
const REPLACED = 0.35
/** A name that says nearly the same makes up for a very different body. */
const NAMED = 0.6
const NAMED_LEAST = 0.15

function nameWords(test: TestCase): ReadonlySet<string> {
  return new Set(
    lastName(test)
      .split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/)
      .map((word) => word.toLowerCase())
      .filter((word) => word.length > 2 && word !== "test"),
  )
}

/** The added test that is most like a lost one. */
function successorIn(added: readonly PlacedTest[]) {
  const known = added
    .filter(({ test }) => test.name !== "" && test.skip === null && !isEmptyTest(test))
    .map((by) => ({ by, asserts: isAsserting(by), words: wordsOf(`${by.test.name} ${by.test.body}`) }))
  return ({ path, test }: PlacedTest) => {
    // A test that leaves it to helpers may be followed by one that does.
    const is_plain = test.assertions.length === 0 && /\w\(/.test(test.body)
    const words = wordsOf(`${test.name} ${test.body}`)
    let best: { readonly by: PlacedTest; readonly part: number } | null = null
    for (const { by, asserts, words: others } of known) {
      if (!asserts && !is_plain) continue
      const part = sharedPart(words, others)
      const is_named = by.path === path && sharedPart(nameWords(test), nameWords(by.test)) >= NAMED
      const least = is_named ? NAMED_LEAST : REPLACED
      if (part >= least && part > (best?.part ?? 0)) best = { by, part }
    }
    return best
  }
}
