import { methodName, thrownBy } from "./java/thrown.ts"
import { countPlatform, readPlatformFailures } from "./junit/platform.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const CLASSIC =
  /^JUnit version \d|^Tests run: \d{1,9}, {2}Failures: \d|^OK \(\d{1,9} tests?\)$|^\d{1,6}\) [^\s()][^()\n]{0,400}\([\w.$]{1,400}\)(?:$|[\w.]{1,400}(?:Error|Exception))/m
const PLATFORM =
  /^\[ {1,20}\d{1,9} tests (?:successful|failed) {1,20}\]$|^ {4}(?:Method|Class)Source \[className = /m
const LIST =
  /^Failing tests: \d{1,9}$|^--- [\w.$]{1,400}::\S.{0,400}\n[\w.$]{1,400}(?:Error|Exception|Failure)/m
const FAILED =
  /^Tests run: \d{1,9}, {2}Failures: (\d{1,9})(?:, {2}Errors: (\d{1,9}))?$|^\[ {1,20}(\d{1,9}) tests failed {1,20}\]$/
const HEADER = /^Failing tests: (\d{1,9})$/
const ITEM = /^ {1,8}- ([\w.$]{1,400})::(\S.{0,400})$/
const TRACED = /^--- ([\w.$]{1,400})(?:::(\S.{0,400}))?$/
const ENTRY = /^\d{1,6}\) ([^\s()][^()]{0,400})\(([\w.$]{1,400})\)(.{0,4000})$/
const CLASS_ENTRY = /^\d{1,6}\) ([\w$]{1,200}(?:\.[\w$]{1,200}){1,30})$/
const END = /^(?:FAILURES!!!|OK \(|There (?:was|were) \d|Tests run: |Time: )/
const COUNT = /^(?:OK \((\d{1,9}) tests?\)|Tests run: (\d{1,9}), {2}Failures: \d)/

/** Reads the text runners of JUnit 3, 4 and 5 and lists of failing tests. A test id is "package.Class.method". */
export const junitParser: OutputParser = {
  name: "junit",
  marks: [
    "JUnit version ",
    ",  Failures: ",
    "OK (",
    " tests successful ",
    " tests failed ",
    "Source [className = ",
    "Failing tests: ",
    "FAILURES!!!",
    "\tat ",
  ],
  recognises: (text) => CLASSIC.test(text) || PLATFORM.test(text) || LIST.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const [classic, platform] = [countClassic(lines), countPlatform(lines)]
    const parsed = {
      diagnostics: [
        ...(CLASSIC.test(text) ? readClassicFailures(lines) : []),
        ...readPlatformFailures(lines),
        ...(LIST.test(text) ? readFailingList(lines) : []),
      ],
      tests_run: classic === null && platform === null ? null : (classic ?? 0) + (platform ?? 0),
      ran_test_ids: null,
    }
    return withStated(parsed, sumOfLines(lines, FAILED))
  },
}

/** Reads lists of failing tests as Defects4J prints them, and its file of failing tests with their stacks. */
function readFailingList(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let traced: string | null = null
  let body: string[] = []
  const close = (): void => {
    if (traced !== null) found.push(thrownBy(traced, body))
    traced = null
    body = []
  }
  for (const line of lines) {
    const [, listed_class, listed] = ITEM.exec(line) ?? []
    const [, traced_class, method] = line.startsWith("--- ") ? (TRACED.exec(line) ?? []) : []
    if (traced_class !== undefined || HEADER.test(line)) close()
    if (traced_class !== undefined) {
      traced = method === undefined ? traced_class : `${traced_class}.${methodName(method)}`
    } else if (traced !== null) body.push(line)
    else if (listed_class !== undefined && listed !== undefined) {
      found.push({ kind: "test", test_id: `${listed_class}.${methodName(listed)}`, message: "failed" })
    }
  }
  close()
  return found
}

/** Reads the text runner of JUnit 3 and 4: the numbered failures and errors. */
function readClassicFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let test_id: string | null = null
  let body: string[] = []
  const close = (): void => {
    if (test_id !== null) found.push(thrownBy(test_id, body))
    test_id = null
    body = []
  }
  for (const line of lines) {
    const [, method, class_name = "", rest = ""] = ENTRY.exec(line) ?? []
    const alone = method === undefined ? CLASS_ENTRY.exec(line)?.[1] : undefined
    if (method !== undefined || alone !== undefined || END.test(line)) close()
    if (method !== undefined) {
      test_id = `${class_name}.${methodName(method)}`
      // JUnit 3 begins the trace on the line of the name.
      if (rest.trim() !== "") body.push(rest.trim())
    } else if (alone !== undefined) test_id = alone
    else if (test_id !== null) body.push(line)
  }
  close()
  return found
}

/** Tests that ran, over all runs in the output; null if none was summed up. */
function countClassic(lines: readonly string[]): number | null {
  let count: number | null = null
  for (const line of lines) {
    const [, passed, failed] = COUNT.exec(line) ?? []
    if (passed ?? failed) count = (count ?? 0) + Number(passed ?? failed)
  }
  return count
}
