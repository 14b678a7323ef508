/**
 * Whether a path belongs to the tests: it is in a folder of tests, case ignored, or its name has "test" as a separate
 * word. Matches `test_db.py`, `db_test.go`, `r.test.js`, `a.spec.ts`, `DbTest.java`, `conftest.py`, but not
 * `latest_news.py`.
 */
export function isTestPath(path: string): boolean {
  const parts = path.split("/")
  if (parts.some((part) => TEST_FOLDERS.has(part.toLowerCase()))) return true
  const base = parts.at(-1) ?? ""
  const dot = base.lastIndexOf(".")
  const [name, ext] = dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, ""]
  return (CAMEL_CASE.has(ext) && CAMEL_TEST.test(name)) || hasTestWord(base.toLowerCase())
}

const TEST_FOLDERS: ReadonlySet<string> = new Set(["tests", "test", "__tests__", "spec", "specs"])
const CAMEL_CASE: ReadonlySet<string> = new Set([".java", ".kt", ".cs", ".scala"])
const CAMEL_TEST = /^Tests?[A-Z\d]|Tests?$|TestCase$|[a-z\d]IT$/
const TEST_WORD = /(?:^|[^a-z])test[_.-]|^tests\.|[._-]spec\.(?:[cm]?[jt]sx?|rb)$/

function hasTestWord(name: string): boolean {
  // Neither pytest nor unittest looks for tests in test.py; `node --test` does in test.js, Django in tests.py.
  return name === "conftest.py" || (name !== "test.py" && TEST_WORD.test(name))
}
