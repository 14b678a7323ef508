import { posix } from "node:path"
import { isNamedAsTest } from "../text/test_path.ts"

/** The languages whose tests are run one file at a time. */
export type TestLanguage = "python" | "script" | "go" | "rust" | "java"

/** The spelling of a path in a language with tests, for messages. */
export const TEST_PATHS =
  "tests/test_x.py, x.test.ts (or .js, .mjs, .spec.ts), x_test.go, tests/x.rs beside Cargo.toml, or src/test/java/a/XTest.java"

/** Whether a test runner looks for tests in a file of this path; fixtures and helpers do not count. */
export function isTestFile(path: string): boolean {
  if (testLanguageOf(path) !== null || OTHER_TESTS.test(path)) return true
  const name = posix.basename(path)
  return isNamedAsTest(name) && !HELPER.test(name)
}

/** The language of a file that can be run as a test by itself, judged by its path; null: it cannot. */
export function testLanguageOf(path: string): TestLanguage | null {
  const name = posix.basename(path)
  if (/^test_.{1,200}\.py$|_test\.py$/.test(name)) return "python"
  if (/\.(?:test|spec)\.[cm]?[jt]sx?$/.test(name)) return "script"
  if (name.endsWith("_test.go")) return "go"
  if (/(?:^|\/)src\/test\/java\/(?:.{1,1000}\/)?\w{1,200}Tests?\.java$/.test(path)) return "java"
  // Cargo takes each file directly in `tests` for a program of its own.
  return name.endsWith(".rs") && posix.basename(posix.dirname(path)) === "tests" ? "rust" : null
}

const OTHER_TESTS = /\.(?:test|spec)-d\.[cm]?tsx?$|_test\.rs$|(?:^|\/)__tests__\/.{1,1000}\.[cm]?[jt]sx?$/
const HELPER =
  /(?:helpers?|utils?|support|fixtures?|data|setup|config|main|bootstrap|base|runner)\.\w{1,20}$/i
