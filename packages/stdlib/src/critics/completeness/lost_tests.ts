import { posix } from "node:path"
import { type ChangeSet, type FileChange, lenientText } from "@proofloop/foundation/git"
import type { TestLanguage } from "@proofloop/foundation/paths"
import { cutCodePoints } from "@proofloop/foundation/text"
import { isScript, languageOf } from "../../code/language.ts"
import { type TestCase, testCases } from "../../code/test_cases.ts"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { goneWords, isInTests, movedLines } from "./moved.ts"

/** lost-tests: tests go with the code that they test, and with nothing else. @requirement critics.lost-tests */
export const lostTests = defineCritic({
  id: "lost-tests",
  title: "Lost tests",
  description:
    "Stops a change that deletes or empties tests while what they test stays: files, functions, and calls such as it(...).",
  scope: "change",
  default_in: { gate: true, check: true },
  event: { type: "critic_lost_tests.fail" },
  check_name: "Lost test check",
  advice: "Put the tests back as they were. A test goes only with the code that it tests.",
  check(change) {
    const files = change.files.map(readTestFile).filter((file) => file !== null)
    return verdictOf(files.flatMap((file) => violationsIn(file, files, change)))
  },
})

interface TestFile {
  readonly path: string
  readonly before: readonly TestCase[]
  readonly after: readonly TestCase[]
  readonly is_deleted: boolean
  /** Its tests stand among the code that they test. */
  readonly is_source: boolean
}

function readTestFile({ path, before, after }: FileChange): TestFile | null {
  const language = testLanguage(path)
  if (language === null || (language !== "rust" && !isInTests(path))) return null
  const read = (content: Uint8Array | null) => testCases(lenientText(content) ?? "", language)
  return {
    path,
    before: read(before),
    after: read(after),
    is_deleted: before !== null && after === null,
    is_source: !isInTests(path),
  }
}

function testLanguage(path: string): TestLanguage | null {
  const language = languageOf(path)
  return isScript(language) ? "script" : (language as TestLanguage | null)
}

function violationsIn(file: TestFile, files: readonly TestFile[], change: ChangeSet): readonly Violation[] {
  const lost = lostIn(file, files, change)
  if (file.is_deleted && lost.length > 0 && lost.length >= file.before.length / 2) {
    const message = `the test file is gone with ${lost.length} tests, and what they test is still there`
    return [
      { path: file.path, rule: "deleted_test_file", side: "before", message, evidence: lost[0]?.name ?? "" },
    ]
  }
  return [
    ...lost.map((one) => ({
      ...told(file, one, "deleted_test", "is gone, and what it tests is still there"),
      side: "before" as const,
    })),
    ...emptiedIn(file).map((one) => told(file, one, "emptied_test", "tests nothing any more")),
  ]
}

function told({ path }: TestFile, { name, line }: TestCase, rule: string, what: string): Violation {
  return {
    path,
    line,
    rule,
    message: `the test "${cutCodePoints(name, 100)}" ${what}`,
    evidence: cutCodePoints(name, 100),
  }
}

/** Tests that are in no touched file any more, without those that were renamed, rewritten, moved or go with their code. */
function lostIn(file: TestFile, files: readonly TestFile[], change: ChangeSet): readonly TestCase[] {
  const now = countNames(files.flatMap(({ after }) => after))
  const all = countNames(files.flatMap(({ before }) => before))
  const missing = file.before.filter(({ name }) => (now.get(name) ?? 0) < (all.get(name) ?? 0))
  if (missing.length === 0) return []
  const old = new Set(file.before.map(({ name }) => name))
  const heirs = file.is_deleted
    ? files.filter((other) => !other.is_deleted && isHeir(other.path, file.path))
    : [file]
  const created = heirs.flatMap(({ after }) => after.filter(({ name }) => !old.has(name))).length
  const kept = new Set(file.after.map(({ text }) => text))
  const lost = missing.filter(
    ({ text, body }) =>
      !kept.has(text) &&
      (body === null || body.replaceAll(/\s/g, "").length >= LEAST_BODY) &&
      movedLines(text, change) < MOVED &&
      goneWords(text, change, file.is_source).length === 0,
  )
  return lost.length <= REWRITTEN * created || heirs.some(({ path }) => isMoved(path, file.path)) ? [] : lost
}

/** A shorter body, such as `t.pass()`, stands in for a test. Signs. */
const LEAST_BODY = 12

/** So many lost tests for each new one are a file that was rewritten. */
const REWRITTEN = 2

/** A touched test file that may have the tests of a deleted one: in its folder, or of its name. */
function isHeir(path: string, deleted: string): boolean {
  return posix.dirname(path) === posix.dirname(deleted) || isMoved(path, deleted)
}

function isMoved(path: string, from: string): boolean {
  return path !== from && posix.basename(path) === posix.basename(from)
}

function countNames(tests: readonly TestCase[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of tests) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** So much of a test in lines that a change adds is the test, under another name or in another file. */
const MOVED = 0.5

function emptiedIn({ before, after }: TestFile): readonly TestCase[] {
  const old = new Map(before.map((one) => [one.name, one]))
  return after.filter((one) => {
    const was = old.get(one.name)
    return was !== undefined && isEmpty(one) && !isEmpty(was)
  })
}

function isEmpty({ body }: TestCase): boolean {
  return body !== null && body.replaceAll(/[\s;"'`]|\bpass\b|\breturn\b|\.\.\./g, "") === ""
}
