import { posix } from "node:path"

const TEST_FOLDERS: ReadonlySet<string> = new Set(["tests", "test", "__tests__", "spec"])

/**
 * Whether a path looks like a test: a folder of tests above it, or a name in which "test" is a word of its own:
 * `test_db.py`, `db_test.go`, `r.test.js`, `a.spec.ts`, `DbTest.java`, not `latest_news.py` or `contest_x.py`.
 */
export function isTestLike(path: string): boolean {
  const parts = path.split("/")
  if (parts.some((part) => TEST_FOLDERS.has(part.toLowerCase()))) return true
  const name = posix.basename(path)
  const { name: stem, ext } = posix.parse(name)
  if ([".java", ".kt", ".cs"].includes(ext)) return JAVA_TEST.test(stem)
  return hasWord(name)
}

const JAVA_TEST = /^Tests?[A-Z\d]|[a-z\d](?:Tests?|TestCase|IT)$/

/** `test_` after no letter, `_test.`, `.test.`, `-test.`, `.spec.ts`, `_spec.rb`; conftest.py. */
function hasWord(name: string): boolean {
  const lower = name.toLowerCase()
  if (lower === "conftest.py") return true
  return /(?:^|[^a-z])test[_.-]|^tests\.|[._-]spec\.(?:[cm]?[jt]sx?|rb)$/.test(lower)
}
