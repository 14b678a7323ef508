import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { definitions } from "../../code/definitions.ts"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"
import { compareTests, type TestFileChange } from "./tests/compare_tests.ts"
import { lastName, type Mark } from "./tests/test_case.ts"
import { testReader, unreadTests } from "./tests/test_file.ts"
import { hasWord } from "./tests/words.ts"

/** A test that now looks at a double of its own subject. @requirement critics.forged-mocked */
export const mockedSubjects = forgedCritic({
  id: "forged-mocked",
  event_type: "critic_forged_mocked.fail",
  title: "Mocked subjects",
  description:
    "Finds existing tests in which a change replaces the very thing that they assert something of by a double",
  advice: "Let the test call the real code; what stands around it may be a double, what is asserted may not.",
  default_in: { gate: true, check: true },
  unread: unreadTests,
  reads: [testReader],
  find: findMockedSubjects,
})

export async function findMockedSubjects(change: ChangeSet): Promise<readonly Violation[]> {
  const { files } = await compareTests(change)
  const found: Violation[] = []
  for (const file of files) {
    const raw = change.files.find(({ path }) => path === file.path)
    const [old, now] = [strictText(raw?.before ?? null), strictText(raw?.after ?? null)]
    if (old === null || now === null) continue
    for (const { line, text } of [...newMocks(file, now), ...(await ownDoubles(file, old, now))]) {
      const message = `the test asserts something of ${text.slice(0, 100)}, which is a double now`
      found.push({ path: file.path, line, rule: "mocked", message, evidence: text.slice(0, 200) })
    }
  }
  return found
}

function newMocks({ path, before, after }: TestFileChange, text: string): readonly Mark[] {
  if (before === null || after === null) return []
  const known = new Set(before.mocks.map((mock) => mock.text))
  const asserted = before.cases
    .flatMap(({ assertions }) => assertions.map((one) => one.text.replaceAll(OF_A_DOUBLE, "")))
    .join("\n")
  return after.mocks.filter(
    (mock) =>
      !known.has(mock.text) && isAsserted(mock.text, { asserted, path, text }) && !callsThrough(mock, text),
  )
}

/** What only a double of unittest.mock has: its subject was none before the change. */
const OF_A_DOUBLE =
  /\b[A-Za-z_]\w{0,100}\.(?:assert_\w{1,40}|call(?:ed|_args|_count|_args_list)|await(?:ed|_args|_count|_args_list)|(?:mock|method)_calls|return_value|side_effect)\b/g

/** A spy without an answer: the real code answers. */
function callsThrough({ line }: Mark, text: string): boolean {
  const statement = text
    .split("\n")
    .slice(line - 1, line + 3)
    .join(" ")
    .slice(0, 600)
  const spy = /^[^;]{0,200}?\b(?:vi|jest)\.spyOn\(/.exec(statement)?.[0]
  if (spy === undefined) return false
  if (ANSWERS.test(statement)) return false
  const name = /\b([\w$]{1,80})\s{0,4}=\s{0,4}(?:vi|jest)\.spyOn\($/.exec(spy)?.[1]
  return (
    name === undefined || !text.split("\n").some((other) => hasWord(other, name, ".") && ANSWERS.test(other))
  )
}

const ANSWERS = /\.mock(?:Return|Resolved|Rejected|Implementation)/

interface Subject {
  /** The texts of the assertions before the change. */
  readonly asserted: string
  readonly path: string
  readonly text: string
}

/** `"./cart.ts"`, `"shop.cart.total"`, `cart."total"`, `Cart.class` */
function isAsserted(mock: string, { asserted, path, text }: Subject): boolean {
  const plain =
    mock
      .replaceAll(/["'`]|\.class$/g, "")
      .replace(/^@(?:mock\.)?patch(?:\.object)?\(/, "")
      .split(/[),]/)[0] ?? ""
  const last = plain.slice(plain.lastIndexOf(".") + 1)
  if (plain.includes("/")) {
    const stem = posix.basename(plain).replace(/\.[cm]?[jt]sx?$/, "")
    return importedFrom(text, plain).some((name) => isCalled(name, asserted)) && stemOf(path) === stem
  }
  if (mock.endsWith(".class")) {
    if (![`${plain}Test`, `${plain}Tests`, `${plain}IT`].includes(stemOf(path))) return false
    return [plain, ...variablesOf(plain, text)].some((name) => isCalled(name, asserted))
  }
  return isCalled(last, asserted)
}

function isCalled(name: string, asserted: string): boolean {
  return /^[\w$]{2,100}$/.test(name) && hasWord(asserted, name, "(.<")
}

function variablesOf(type: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [, found, name] = /\b([A-Z]\w{0,80})\s{1,4}(\w{1,80})\s{0,4}[=;]/.exec(line) ?? []
    return found === type && name !== undefined ? [name] : []
  })
}

function importedFrom(text: string, module: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    if (!line.includes(module) || !/^\s{0,20}(?:import|const|let|var)\b/.test(line)) return []
    return (
      line
        .slice(0, 1000)
        .match(/[\w$]{1,100}/g)
        ?.filter((word) => !["import", "from", "const", "await", "require", "as"].includes(word)) ?? []
    )
  })
}

function stemOf(path: string): string {
  return posix
    .basename(path)
    .replace(/\.(?:test|spec)?\.?[cm]?[jt]sx?$|\.(?:java|py|go|rs)$/, "")
    .replace(/^test_|_test$/, "")
}

/** Imported names that the file asserts something about and now defines itself. */
async function ownDoubles(
  { path, before, after }: TestFileChange,
  old: string,
  now: string,
): Promise<readonly Mark[]> {
  if (before === null) return []
  const had = new Set((await definitions(path, old))?.map(({ name }) => name))
  const own = (await definitions(path, now))?.filter(({ name }) => !had.has(name)) ?? []
  if (own.length === 0) return []
  const imports = old
    .split("\n")
    .filter(
      (line) =>
        /^\s{0,20}(?:import|from|use|(?:const|let|var)\s.{1,200}\brequire\()/.test(line) ||
        /^\s{1,20}[\w$]{1,100},?$/.test(line),
    )
    .join("\n")
  const imported = new Set(imports.match(/[\w$]{1,100}/g))
  const asserted = before.cases.flatMap(({ assertions }) => assertions.map((one) => one.text)).join("\n")
  const tests = new Set(after?.cases.map(lastName))
  return own
    .filter(
      ({ name }) =>
        !tests.has(name) && imported.has(name) && isCalled(name, asserted) && !stillImported(name, now),
    )
    .map(({ name, line }) => ({ line, text: name }))
}

function stillImported(name: string, text: string): boolean {
  return text.split("\n").some((line) => /^\s{0,20}(?:import|from|use)\b/.test(line) && hasWord(line, name))
}
