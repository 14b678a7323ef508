import { methodName, thrownBy } from "../java/thrown.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { sumOfLines } from "../stated.ts"

export interface MavenTests {
  readonly diagnostics: readonly ParsedDiagnostic[]
  readonly tests_run: number | null
  readonly failures: number | null
}

/** "adds(shop.CartTest)  Time elapsed: 0.01 s  <<< FAILURE!", since Surefire 3 "shop.CartTest.adds -- Time elapsed: ...". */
const ENTRY =
  /^(?:([^\s()][^()]{0,400}(?:\([^()]{0,400}\)[^()]{0,40})?)\(([\w.$]{1,400})\)|([\w$]{1,200}(?:\.[\w$]{1,200}){1,30}(?:[([].{0,400}?)?)) {1,2}(?:-- )?Time elapsed: [\d.,]{1,16} s(?:ec)? {1,2}<<< (?:FAILURE|ERROR)!/
const SUMMED = /^Tests run: (\d{1,9}), Failures: \d{1,9}, Errors: \d{1,9}(?:, Skipped: (\d{1,9}))?(.{0,600})$/
/** The sums of a module, not those of a class. */
const FAILED =
  /^Tests run: \d{1,9}, Failures: (\d{1,9}), Errors: (\d{1,9})(?:, Skipped: \d{1,9})?(?:, Flakes: \d{1,9})?$/
const NONE = /^(?:No tests to run\.|Tests are skipped\.|There are no tests to run\.)$|No tests were executed!/
const LIST = /^(?:Failed tests: ?|Tests in error: ?|Failures: ?|Errors: ?)(.{0,2000})$/
const OLD_ITEM = /^ {0,4}([^\s()][^()]{0,400})\(([\w.$]{1,400})\)(?:: (.{0,2000}))?$/
const NEW_ITEM =
  /^ {1,4}([\w$]{1,200}(?:\.[\w$]{1,200}){0,30})\.([\w$]{1,200}(?:\[.{0,100}\])?)(?::(\d{1,7}))?(?:->\S{1,400})?(?: (?:[»?] ?)?(.{0,2000}))?$/
const STACK_END = /^(?:\[(?:INFO|ERROR|WARNING|DEBUG)\]|Running |Tests run: |Results ?:)/

/** Reads what Surefire and Failsafe print, 2.12 to 3.x; the lines come with Maven's "[ERROR] " and without. */
export function readMavenTests(lines: readonly string[], plain: readonly string[]): MavenTests {
  const entries = readEntries(lines, plain)
  const known = new Set(entries.flatMap(({ test_id = "" }) => [test_id, withoutPackage(test_id)]))
  const listed = readLists(plain).filter(({ test_id = "" }) => !known.has(test_id))
  const failures = sumOfLines(plain, FAILED)
  return { diagnostics: [...entries, ...listed], tests_run: countTests(plain), failures }
}

function readEntries(lines: readonly string[], plain: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < plain.length; index += 1) {
    const line = plain[index] ?? ""
    const [, method, class_name, whole] = line.includes("<<< ") ? (ENTRY.exec(line) ?? []) : []
    if (method === undefined && whole === undefined) continue
    let end = index + 1
    while (end < lines.length && lines[end] !== "" && !isEntryEnd(lines[end] ?? "")) end += 1
    const test_id =
      class_name === undefined ? methodName(whole ?? "") : `${class_name}.${methodName(method ?? "")}`
    found.push(thrownBy(test_id, lines.slice(index + 1, end)))
    index = end - 1
  }
  return found
}

function isEntryEnd(line: string): boolean {
  return STACK_END.test(line) || (line.includes("<<< ") && ENTRY.test(line))
}

/** The closing lists repeat every failed test. For a test whose entry was cut, they are the only record. */
function readLists(plain: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let inside = false
  for (const line of plain) {
    const first = LIST.exec(line)?.[1]
    if (first !== undefined) inside = true
    else if (line === "" || line.startsWith("Tests run: ")) inside = false
    const item = inside ? readItem(first === undefined ? line : `  ${first.trim()}`) : null
    if (item !== null) found.push(item)
  }
  return found
}

function readItem(line: string): ParsedDiagnostic | null {
  const [, method, class_name, told] = OLD_ITEM.exec(line) ?? []
  if (method !== undefined && class_name !== undefined) {
    return { kind: "test", test_id: `${class_name}.${methodName(method)}`, message: told || "failed" }
  }
  const [, short, name, , message] = NEW_ITEM.exec(line) ?? []
  return short === undefined || name === undefined
    ? null
    : { kind: "test", test_id: `${short}.${name}`, message: message || "failed" }
}

/** As the lists of newer versions name a test, without its parameters. */
function withoutPackage(test_id: string): string {
  return test_id
    .replace(/\[.{0,400}\]$/, "")
    .split(".")
    .slice(-2)
    .join(".")
}

/** The sums of all modules; without them those of all classes. */
function countTests(plain: readonly string[]): number | null {
  let total: number | null = null
  let by_class: number | null = null
  let none = false
  for (const line of plain) {
    none ||= NONE.test(line)
    const [, run, skipped = "0", rest = ""] = line.startsWith("Tests run: ") ? (SUMMED.exec(line) ?? []) : []
    if (run === undefined) continue
    const ran = Math.max(0, Number(run) - Number(skipped))
    if (rest.includes("Time elapsed")) by_class = (by_class ?? 0) + ran
    else total = (total ?? 0) + ran
  }
  return total ?? by_class ?? (none ? 0 : null)
}
