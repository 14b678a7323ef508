import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { definesTests, isTestPath } from "@proofloop/foundation/text"
import { isOfTable, type Language, languageOf, type TableLanguage } from "../../../code/language.ts"
import { tables } from "../../../code/tables/tables.ts"
import type { TreeReader } from "../../../code/tree_reader.ts"
import { goTests } from "./go.ts"
import type { TestGrammar } from "./grammar.ts"
import { javaTests } from "./java.ts"
import { pythonTests } from "./python.ts"
import { rustTests } from "./rust.ts"
import { scriptTests } from "./script.ts"
import { tableTests } from "./table.ts"
import type { TestFile } from "./test_case.ts"
import { walkTests } from "./walk_tests.ts"

/** Larger test files are not read. UTF-16 code units. */
export const MAX_TEXT = 512 * 1024
const MOST_NAMED = 5

const grammars: Readonly<Record<Exclude<Language, TableLanguage>, TestGrammar>> = {
  python: pythonTests,
  javascript: scriptTests,
  typescript: scriptTests,
  tsx: scriptTests,
  go: goTests,
  rust: rustTests,
  java: javaTests,
}

/**
 * Whether a file is read for tests: by its path, or by tests that it defined before the change. Nothing may run those
 * that come to a file of another name, except in Rust.
 */
export function mayHoldTests(path: string, before: string | null, after: string | null): boolean {
  const language = languageOf(path)
  if (language === null) return false
  return isTestPath(path) || definesTests(before ?? "") || (language === "rust" && definesTests(after ?? ""))
}

/** Why test files of a change are not read: one side of each remaining file is too large. */
export function unreadTests(change: ChangeSet): readonly string[] {
  const large = change.files.filter(({ path, before, after }) => {
    const [old, now] = [strictText(before), strictText(after)]
    const is_large = [old, now].some((text) => text !== null && text.length > MAX_TEXT)
    return after !== null && is_large && mayHoldTests(path, old, now)
  })
  if (large.length === 0) return []
  const names = large.slice(0, MOST_NAMED).map(({ path }) => path)
  const more = large.length > MOST_NAMED ? ` and ${large.length - MOST_NAMED} more` : ""
  return [`tests above ${MAX_TEXT} characters are not read: ${names.join(", ")}${more}`]
}

export const testReader: TreeReader<TestFile | null> = {
  name: "tests",
  read: ({ language, text, root }) =>
    walkTests(root, text, isOfTable(language) ? tableTests(tables[language]) : grammars[language]),
  expects: ({ path, text, other, side }) =>
    text.length <= MAX_TEXT &&
    (side === "before" ? mayHoldTests(path, text, other) : mayHoldTests(path, other, text)),
}
