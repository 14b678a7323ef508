import { posix } from "node:path"
import { isTestPath } from "@proofloop/foundation/paths"
import { languageOf } from "@proofloop/stdlib/critics"

/** The languages a regression test may be in. */
export type TestLanguage = "python" | "script" | "go" | "rust"

/** The language of a test file by where it lies and what it is called; null: no runner would look for tests in it. */
export function testLanguageOf(path: string): TestLanguage | null {
  if (!isTestPath(path)) return null
  const language = familyOf(path)
  return language !== null && names[language].test(posix.basename(path)) && isPlaced(path, language)
    ? language
    : null
}

/** What a path of a test has to look like, for messages. */
export const TEST_PATHS =
  "tests/test_x.py, x.test.ts (or .js, .mjs, .spec.ts), x_test.go, or tests/x.rs beside Cargo.toml"

const names: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^test_.{1,200}\.py$|_test\.py$/,
  script: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  go: /_test\.go$/,
  rust: /\.rs$/,
}

/** Cargo takes each file directly in `tests` for a program of its own. */
function isPlaced(path: string, language: TestLanguage): boolean {
  return language !== "rust" || posix.basename(posix.dirname(path)) === "tests"
}

function familyOf(path: string): TestLanguage | null {
  const language = languageOf(path)
  if (language === "javascript" || language === "typescript" || language === "tsx") return "script"
  return language === "java" ? null : language
}
