import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { sumOfLines } from "../stated.ts"

export interface CargoTests {
  readonly diagnostics: readonly ParsedDiagnostic[]
  readonly tests_run: number | null
  readonly ran_test_ids: readonly string[] | null
  readonly failures: number | null
}

const LISTED =
  /^test (\S.{0,512}?)(?: - should panic)?(?: - compile(?: fail)?)? \.\.\. (ok|FAILED|failed|ignored)\b/
const STARTED = /^test (\S{1,512})(?: - should panic)? \.\.\. /
/** The outcome of a test that printed something since it was begun. */
const ENDED = /^(?:ok|FAILED|failed|ignored)$/
const THREAD = /^thread '(.{1,512})' (?:\(\d{1,12}\) )?panicked at /
const RETURNED = /^Error: /
/** Marks of tests that passed meanwhile, and how many have. */
const PROGRESS = /^[.Fi]{0,200}(?: {1,8}\d{1,9}\/\d{1,9})?$/
const MARKS_BEFORE = /^[.Fi]{1,200}(?=Error: |thread ')/
const QUIET = /^(\S.{0,512}) --- FAILED$/
const BLOCK = /^---- (\S.{0,512}?) stdout ----$/
const RESULT =
  /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored; (\d{1,9}) measured/
const FAILED = /^test result: (?:ok|FAILED)\. \d{1,9} passed; (\d{1,9}) failed; /
const DIED = /^ {2}process didn't exit successfully: `.{1,4000}` \((.{1,200})\)$/
const PANIC = /^thread '.{1,512}' (?:\(\d{1,12}\) )?panicked at (.{0,4000})$/
const NEW_PLACE = /^(\S.{0,1000}?):(\d{1,7}):(\d{1,7}):$/
const OLD_MESSAGE = /^'(.{0,4000}?)(?:', (\S.{0,1000}?):(\d{1,7})(?::(\d{1,7}))?)?$/
const OLD_END = /^(.{0,4000})', (\S.{0,1000}?):(\d{1,7})(?::(\d{1,7}))?$/
const TRACE = /^stack backtrace:$|^note: (?:run with|Some details are)/
/** Marks of other tests may stand before a frame. */
const FRAME = /^[.Fi]{0,200} {1,5}\d{1,4}: |^ {10,40}at \S|^ {3}\d{1,4}: 0x/
const DOC_TEST = / \(line (\d{1,7})\)$/

interface Run {
  readonly listed: Map<string, string>
  readonly blocks: Map<string, string[]>
  /** Output that was not captured: from the panic of the test's thread on. */
  readonly loose: Map<string, string[]>
}

/** Reads what libtest prints, test binary after test binary. */
export function readCargoTests(lines: readonly string[]): CargoTests {
  const runs = splitRuns(lines)
  const results = lines.flatMap((line) => {
    const match = line.startsWith("test result: ") ? RESULT.exec(line) : null
    return match === null ? [] : [Number(match[1]) + Number(match[2]) + Number(match[4])]
  })
  const total = results.length === 0 ? null : results.reduce((sum, count) => sum + count, 0)
  const ran = runs.flatMap(({ listed }) => {
    const ids = idsOf([...listed.keys()])
    return [...listed].flatMap(([name, outcome]) => (outcome === "ignored" ? [] : [ids.get(name) ?? name]))
  })
  return {
    diagnostics: [...runs.flatMap(readFailures), ...readDeaths(lines)],
    tests_run: total,
    ran_test_ids: ran.length === total ? ran : null,
    failures: sumOfLines(lines, FAILED),
  }
}

function splitRuns(lines: readonly string[]): readonly Run[] {
  const runs: Run[] = []
  let run: Run = { listed: new Map(), blocks: new Map(), loose: new Map() }
  let block: string[] | null = null
  let loose: string[] = []
  let begun: string | undefined
  let above = ""
  const close = (): void => {
    if (run.listed.size + run.blocks.size > 0) runs.push(run)
    run = { listed: new Map(), blocks: new Map(), loose: new Map() }
    block = null
    begun = undefined
  }
  const note = (name: string, line: string): void => {
    loose = [line]
    if (!run.loose.has(name)) run.loose.set(name, loose)
  }
  for (const printed of lines) {
    const line = block === null ? printed.replace(MARKS_BEFORE, "") : printed
    const header = line.startsWith("---- ") ? BLOCK.exec(line)?.[1] : undefined
    const [, name, outcome = "FAILED"] = block === null ? (LISTED.exec(line) ?? QUIET.exec(line) ?? []) : []
    if (header !== undefined) {
      block = []
      run.blocks.set(header, block)
    } else if (line.startsWith("test result: ") || line.startsWith("running ")) close()
    else if (line === "failures:" || line === "successes:") block = null
    else if (block !== null) block.push(line)
    else if (name !== undefined) {
      run.listed.set(name, outcome)
      if (RETURNED.test(above)) note(name, above)
      loose = []
      begun = undefined
    } else if (begun !== undefined && ENDED.test(line)) {
      run.listed.set(begun, line)
      loose = []
      begun = undefined
    } else if (STARTED.test(line)) {
      const [head = "", started = ""] = STARTED.exec(line) ?? []
      begun = started
      if (line.length > head.length) note(started, line.slice(head.length))
    } else if (!PROGRESS.test(line)) {
      const thread = line.startsWith("thread '") ? THREAD.exec(line)?.[1] : undefined
      if (thread === undefined) loose.push(line)
      else note(thread, line)
    }
    if (!PROGRESS.test(line)) above = line
  }
  close()
  return runs
}

function readFailures({ listed, blocks, loose }: Run): readonly ParsedDiagnostic[] {
  const failed = [...listed].flatMap(([name, outcome]) => (/^FAILED$/i.test(outcome) ? [name] : []))
  // With --show-output those that passed have a block too.
  const others = [...blocks.keys()].filter((name) => !listed.has(name))
  const names = [...failed, ...others]
  const ids = idsOf([...new Set([...listed.keys(), ...names])])
  return names.map((name) => toDiagnostic(ids.get(name) ?? name, blocks.get(name) ?? loose.get(name) ?? []))
}

/** Drops a doc test's line, which every edit above it moves. Of several tests of an item, the later ones get a number. */
function idsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const ids = new Map(names.map((name) => [name, name]))
  const counts = new Map<string, number>()
  const documented = names
    .flatMap((name) => {
      const line = DOC_TEST.exec(name)?.[1]
      return line === undefined ? [] : [{ name, line: Number(line) }]
    })
    .sort((a, b) => a.line - b.line)
  for (const { name } of documented) {
    const plain = name.replace(DOC_TEST, "")
    const number = (counts.get(plain) ?? 0) + 1
    counts.set(plain, number)
    ids.set(name, number === 1 ? plain : `${plain} #${number}`)
  }
  return ids
}

function toDiagnostic(test_id: string, body: readonly string[]): ParsedDiagnostic {
  const { message, location } = readPanic(body)
  return {
    kind: isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "test",
    test_id,
    message: message === "" ? "failed" : message,
    location,
  }
}

interface Panic {
  readonly message: string
  readonly location?: DiagnosticLocation | undefined
}

/** The message of the first panic; the whole output of a test that failed without one. */
function readPanic(body: readonly string[]): Panic {
  const start = body.findIndex((line) => line.startsWith("thread ") && PANIC.test(line))
  const told = withoutTraces(start === -1 ? body : body.slice(start + 1))
  if (start === -1) return { message: told.join("\n").trim() }
  const head = PANIC.exec(body[start] ?? "")?.[1] ?? ""
  const [, path, row, column] = NEW_PLACE.exec(head) ?? []
  if (path !== undefined) {
    return { message: told.join("\n").trim(), location: place(path, row, column) }
  }
  return readOldPanic(head, told)
}

/** Before Rust 1.73 the message stood in quotes before the place, on one line or several. */
function readOldPanic(head: string, below: readonly string[]): Panic {
  const [, first = head, path, row, column] = OLD_MESSAGE.exec(head) ?? []
  if (path !== undefined) {
    return { message: [first, ...below].join("\n").trim(), location: place(path, row, column) }
  }
  const end = below.findIndex((line) => OLD_END.test(line))
  const [, last = "", last_path, last_row, last_column] = OLD_END.exec(below[end] ?? "") ?? []
  if (last_path === undefined) return { message: [first, ...below].join("\n").trim() }
  return {
    message: [first, ...below.slice(0, end), last, ...below.slice(end + 1)].join("\n").trim(),
    location: place(last_path, last_row, last_column),
  }
}

function place(path: string, row: string | undefined, column: string | undefined): DiagnosticLocation {
  return { path, line: Number(row), column: column === undefined ? undefined : Number(column) }
}

function withoutTraces(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !TRACE.test(line) && !FRAME.test(line))
}

/** Test binaries that were killed, or ended themselves: known by the test that was running. */
function readDeaths(lines: readonly string[]): readonly ParsedDiagnostic[] {
  let running: string | undefined
  return lines.flatMap((line): readonly ParsedDiagnostic[] => {
    if (line.startsWith("running ") || line.startsWith("test result: ")) running = undefined
    if (line.startsWith("test ") && !line.startsWith("test result: ")) {
      running = LISTED.test(line) ? undefined : (STARTED.exec(line)?.[1] ?? running)
    }
    const how = line.startsWith("  process ") ? DIED.exec(line)?.[1] : undefined
    if (how === undefined || /^exit status: 101$|^exit code: 101$/.test(how)) return []
    const message = `process didn't exit successfully: ${how}`
    return [{ kind: "runtime", code: "exit", message, test_id: running }]
  })
}
