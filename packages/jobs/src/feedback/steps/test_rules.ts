import { posix } from "node:path"
import { changeSet } from "@proofloop/foundation/git"
import { TEST_PATHS, type TestLanguage, testLanguageOf } from "@proofloop/foundation/paths"
import { findForgedTests, readTestFile, type TestFile } from "@proofloop/stdlib/internal/critics"
import { FixError } from "./fix_error.ts"
import { markerReason } from "./markers/marker_reason.ts"
import { additionReason } from "./test_change.ts"

export interface TestRules {
  /** The file's content on the branch; null: the file is missing. */
  readonly before: string | null
  /** What the fix changed: a test may run it, but not read its text. Default none. */
  readonly changed_files?: readonly string[] | undefined
}

/** A host's command line may contain it without quotes. */
const PLAIN_PATH = /^[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+/-]{0,499}$/u
const MAX_BYTES = 64 * 1024

/**
 * The language of a regression test, which has to be a real test. It has a test's path, a test and an assertion,
 * skips nothing, and depends on no marker. It only adds to an existing file. Rejects with a FixError.
 * @requirement self-correction.regression-test
 */
export async function checkTest(
  { path, content }: { readonly path: string; readonly content: string },
  { before, changed_files }: TestRules,
): Promise<TestLanguage> {
  const language = testLanguageOf(path)
  if (language === null) throw invalid(path, `this is not a path of a test; use one such as ${TEST_PATHS}`)
  if (posix.normalize(path) !== path || path.startsWith("../") || !PLAIN_PATH.test(path)) {
    throw invalid(
      path,
      "use a path of letters, digits, _, -, ., @, + and /, relative to the root, without . and ..",
    )
  }
  const bytes = Buffer.byteLength(content)
  const most = Math.max(MAX_BYTES, Buffer.byteLength(before ?? "") + MAX_BYTES)
  if (bytes > most) throw invalid(path, `it has ${bytes} bytes, more than ${most}`)
  if (/[\0-\u0008\u000e-\u001f\u007f]|\p{Cs}/u.test(content))
    throw invalid(path, "it has control characters in it")
  const reason =
    (await addedReason(path, content, before, language)) ??
    (await emptyReason(path, content, before)) ??
    addedMarker(content, before, { language, changed_files })
  if (reason !== null) throw invalid(path, reason)
  return language
}

async function addedReason(
  path: string,
  content: string,
  before: string | null,
  language: TestLanguage,
): Promise<string | null> {
  if (before === null) return null
  if (before === content) return "it is what is there already; no test is added"
  const [forged] = await findForgedTests(changeSet([{ path, before, after: content }]))
  return forged?.message ?? additionReason(before, content, language)
}

async function emptyReason(path: string, content: string, before: string | null): Promise<string | null> {
  const file = await readTestFile(path, content)
  if (file === null) return "it does not parse"
  const [now, old] = [countsOf(file), countsOf(before === null ? null : await readTestFile(path, before))]
  if (now.tests === old.tests) return "there is no test in it that a runner would find"
  if (now.assertions === old.assertions) return "its test asserts nothing"
  return now.skips > old.skips ? "its test is skipped, or expected to fail; a test has to run" : null
}

function countsOf(file: TestFile | null) {
  const cases = file?.cases ?? []
  return {
    tests: cases.filter(({ name }) => name !== "").length,
    assertions: cases.flatMap(({ assertions }) => assertions.filter(({ flaw }) => flaw === null)).length,
    skips: cases.filter(({ skip }) => skip !== null).length + (file?.only.length ?? 0),
  }
}

/** The file's earlier habits do not count against the test, so only the new lines are asked. */
function addedMarker(
  content: string,
  before: string | null,
  {
    language,
    changed_files,
  }: { readonly language: TestLanguage; readonly changed_files?: readonly string[] | undefined },
): string | null {
  if (before === null || markerReason(before, language, changed_files) === null) {
    return markerReason(content, language, changed_files)
  }
  const old = new Set(before.split(/\r?\n/))
  const added = content.split(/\r?\n/).filter((line) => !old.has(line))
  return markerReason(added.join("\n"), language, changed_files)
}

function invalid(path: string, reason: string): FixError {
  return new FixError("invalid_test", `the test ${path.slice(0, 200)}: ${reason}`)
}
