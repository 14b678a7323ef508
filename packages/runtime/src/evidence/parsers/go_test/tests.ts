import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"

export interface GoTest {
  readonly name: string
  readonly outcome: "FAIL" | "PASS" | "SKIP" | null
  /** Whether "=== RUN" was printed. */
  readonly started: boolean
  readonly message: string
  readonly location: DiagnosticLocation | undefined
}

export interface GoTests {
  readonly tests: ReadonlyMap<string, GoTest>
  /** The panic or fatal error that ended the package, with its stacks. */
  readonly panic: readonly string[]
  /** The test whose outcome stands right above the panic. */
  readonly above_panic: string | undefined
  readonly printed: readonly string[]
}

const OUTCOME = /--- (FAIL|PASS|SKIP): (\S{1,512}) \(\d{1,9}(?:\.\d{1,9})?s\)$/
const PROGRESS = /^=== (RUN|CONT|NAME|PAUSE)(?: +(\S{1,512}))?\s*$/
const LOG = /^( {4,64}|\t{1,16})(\S{1,256}\.go):(\d{1,7}): ?(.*)$/
const VERDICT = /^(?:FAIL|PASS|exit status \d{1,5})$/
const PANIC = /^(?:panic|fatal error): /
const STACK = /^goroutine \d{1,12} /
const TRACE = /^\s*Error Trace:/
const TRACED_PLACE = /^\s*\S{1,512}\.go:\d{1,7}$/
const MAX_PRINTED = 50

interface OpenTest {
  outcome: GoTest["outcome"]
  started: boolean
  readonly lines: string[]
  indent: number
  location: DiagnosticLocation | undefined
}

/** Reads the lines of one package: the log of each test, with or without -v. */
export function readTests(lines: readonly string[]): GoTests {
  const tests = new Map<string, OpenTest>()
  const printed: string[] = []
  const panic_at = findPanic(lines)
  const end = panic_at === -1 ? lines.length : panic_at
  let current: OpenTest | null = null
  let is_example = false
  for (let index = 0; index < end; index += 1) {
    const line = lines[index] ?? ""
    const [, outcome, ended] = line.includes("--- ") ? (OUTCOME.exec(line) ?? []) : []
    const progress = line.startsWith("=== ") ? PROGRESS.exec(line) : null
    if (ended !== undefined) {
      current = openTest(tests, ended)
      current.outcome = outcome as GoTest["outcome"]
      is_example = ended.startsWith("Example") && outcome === "FAIL"
    } else if (progress !== null) {
      current = progress[2] === undefined || progress[1] === "PAUSE" ? null : openTest(tests, progress[2])
      if (current !== null && progress[1] === "RUN") current.started = true
      is_example = false
    } else if (VERDICT.test(line)) [current, is_example] = [null, false]
    else if (current !== null && is_example) current.lines.push(line)
    else if (current === null || !readLog(line, current)) remember(printed, line)
  }
  return {
    tests: new Map([...tests].map(([name, test]) => [name, closeTest(name, test)])),
    panic: panic_at === -1 ? [] : lines.slice(panic_at),
    above_panic: OUTCOME.exec(lines[panic_at - 1] ?? "")?.[2],
    printed,
  }
}

/** A test may print a line that begins with "panic: "; a real one comes with the stacks of goroutines. */
function findPanic(lines: readonly string[]): number {
  const stack = lines.findIndex((line) => STACK.test(line))
  if (stack === -1) return -1
  for (let index = stack; index >= Math.max(0, stack - 200); index -= 1) {
    if (PANIC.test(lines[index] ?? "")) return index
  }
  return -1
}

function openTest(tests: Map<string, OpenTest>, name: string): OpenTest {
  const known = tests.get(name)
  if (known !== undefined) return known
  const test: OpenTest = { outcome: null, started: false, lines: [], indent: 0, location: undefined }
  tests.set(name, test)
  return test
}

/** Whether the line is of the test's log: "    file.go:3: text", or below such a line and indented. */
function readLog(line: string, test: OpenTest): boolean {
  const [, indent, path = "", row, text = ""] = LOG.exec(line) ?? []
  if (indent !== undefined) {
    test.indent = indent.length
    test.lines.push(text)
    if (path !== "testing.go") test.location ??= { path, line: Number(row) }
    return true
  }
  const may = test.lines.length > 0 && /^(?: {4}|\t)/.test(line)
  if (may) test.lines.push(dedent(line, test.indent + 4))
  return may
}

function dedent(line: string, width: number): string {
  let start = 0
  while (start < width && line[start] === " ") start += 1
  return line.slice(start)
}

function remember(printed: string[], line: string): void {
  if (line.trim() === "") return
  printed.push(line)
  if (printed.length > MAX_PRINTED) printed.shift()
}

function closeTest(name: string, { outcome, started, lines, location }: OpenTest): GoTest {
  const kept = withoutTraces(lines)
  return { name, outcome, started, message: kept.join("\n").trim(), location }
}

/** Drops the stack that testify prints above an error. */
function withoutTraces(lines: readonly string[]): readonly string[] {
  let in_trace = false
  return lines.filter((line) => {
    in_trace = TRACE.test(line) || (in_trace && TRACED_PLACE.test(line))
    return !in_trace
  })
}
