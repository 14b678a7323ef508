import { isTestPath } from "@proofloop/foundation/text"
import { type Language, languageOf } from "../../../code/language.ts"
import { withTree } from "../../../code/tree.ts"
import { goTests } from "./go.ts"
import type { TestGrammar } from "./grammar.ts"
import { javaTests } from "./java.ts"
import { pythonTests } from "./python.ts"
import { rustTests } from "./rust.ts"
import { scriptTests } from "./script.ts"
import type { TestFile } from "./test_case.ts"
import { walkTests } from "./walk_tests.ts"

/** Larger test files are not read. UTF-16 code units. */
const MAX_TEXT = 512 * 1024

const grammars: Readonly<Record<Language, TestGrammar>> = {
  python: pythonTests,
  javascript: scriptTests,
  typescript: scriptTests,
  tsx: scriptTests,
  go: goTests,
  rust: rustTests,
  java: javaTests,
}

/** Whether a file is read for tests: by its path, and in Rust by an attribute of a test in it. */
export function mayHoldTests(path: string, ...texts: ReadonlyArray<string | null>): boolean {
  const language = languageOf(path)
  if (language === null) return false
  return isTestPath(path) || (language === "rust" && texts.some((text) => RUST_TEST.test(text ?? "")))
}

const RUST_TEST = /#\[(?:\w{1,40}::){0,3}(?:test|rstest|test_case)\b/

/** The tests of a text; null: no language that is read, too large, or it does not parse. */
export async function readTestFile(path: string, text: string): Promise<TestFile | null> {
  const language = languageOf(path)
  if (language === null || text.length > MAX_TEXT) return null
  return withTree(language, text, (root) => walkTests(root, text, grammars[language]))
}
