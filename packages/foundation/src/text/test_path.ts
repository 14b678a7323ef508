/**
 * Whether a path belongs to the tests, by its folder, or by "test" or "spec" as a word of its name. Words end at a change of
 * case, an underscore, a dash or a dot. Matches `test_db.py`, `r.test.js`, `DbTest.php`, `Shop.Tests/Cart.cs`, but not
 * `latest_news.py`, `contest.py`, `attestation.cs`.
 */
export function isTestPath(path: string): boolean {
  const parts = path.split("/")
  const base = parts.at(-1) ?? ""
  if (parts.slice(0, -1).some(isTestFolder) || TEST_FOLDERS.has(base.toLowerCase())) return true
  return isNamedAsTest(base) || hasTestWord(base.toLowerCase())
}

const TEST_FOLDERS: ReadonlySet<string> = new Set(["tests", "test", "__tests__", "spec", "specs"])

/** `tests`, `Shop.Tests`, `unit-tests`, `androidTest` */
function isTestFolder(name: string): boolean {
  return TEST_FOLDERS.has(name.toLowerCase()) || /\w[._-]?Tests$|[._-]tests$|[A-Za-z\d.]Test$/.test(name)
}

/**
 * Whether a text of code defines tests, by how runners have them written. That is `test("...")`, a class of a test case,
 * an attribute or an annotation, or functions by the name of `test` that assert. Linear.
 */
export function definesTests(text: string): boolean {
  return DEFINITION.test(text) || (NAMED.test(text) && ASSERTS.test(text))
}

const DEFINITION =
  /(?<![.\w$])(?:test|it|specify|describe)(?:\.\w{1,20})?\(\s{0,80}["'`]|^[ \t]{0,40}(?:it|test|specify|describe)[ \t]["']|@(?:Test|ParameterizedTest|RepeatedTest)\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b|#\[(?:\w{1,40}::){0,3}(?:test|rstest|test_case)\b|(?:\(|\.|extends |[:<] ?)(?:\w{1,40}\\){0,6}TestCase\b|^func Test\w{0,200}\(\w{1,40} \*testing\./m
const NAMED = /^[ \t]{0,40}(?:async )?def test\w{0,200}\(/m
const ASSERTS = /^[ \t]{1,200}(?:self\.)?assert/m

/** Whether the name of a file begins or ends with the word, as the tools of a language without a runner here name tests. */
export function isNamedAsTest(base: string): boolean {
  const dot = base.lastIndexOf(".")
  if (dot <= 0 || RUN_BY_NAME.test(base) || DATA.test(base)) return false
  const name = base.slice(0, dot)
  return /^(?:[Tt]ests?|[Ss]pecs?)(?:[_.-]|[A-Z\d]|$)|(?:Tests?|Specs?|TestCase)$|[_.-](?:[Tt]ests?|[Ss]pecs?)$|[a-z\d]IT$/.test(
    name,
  )
}

/** Their runners look for other names. */
const RUN_BY_NAME = /\.(?:[cm]?[jt]sx?|pyi?|go|rs|vue|svelte)$/
const DATA =
  /\.(?:mdx?|rst|adoc|txt|json[c5]?|ya?ml|toml|ini|xml|html?|s?css|svg|png|jpe?g|gif|pdf|csv|proto|graphql|lock|snap|sql|sln|\w{2}proj)$/i

const TEST_WORD = /(?:^|[^a-z])test[_.-]|^tests\.|[._-]spec\.[cm]?[jt]sx?$/

function hasTestWord(name: string): boolean {
  // Neither pytest nor unittest looks for tests in test.py; `node --test` does in test.js, Django in tests.py.
  return name === "conftest.py" || (name !== "test.py" && TEST_WORD.test(name))
}
