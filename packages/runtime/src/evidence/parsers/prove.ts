import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { withStated } from "./stated.ts"

const RESULT = /^Result: (?:PASS|FAIL|NOTESTS)$/m
const TOTAL = /^Files=\d{1,9}, Tests=(\d{1,9}),/
/** With --verbose: the program, then its points. */
const HEAD = /^(\S.{0,1000}?) \.{2,64} ?$/
const POINT = /^(?:not )?ok \d{1,9} - (.{1,2000})$/
const DIRECTIVE = / # (?:SKIP|TODO)\b/i
const FAILED = /^# {1,8}Failed test(?: '(.{0,2000})')?(?: at (\S.{0,1000}) line (\d{1,9})\.)?$/
const PLACE = /^# {1,8}(?:in|at) (\S.{0,1000}) line (\d{1,9})\.$/
const SKIPPED = /\bless (\d{1,9}) skipped subtests?\b/
/** "t/cart.t (Wstat: 512 (exited 2) Tests: 5 Failed: 2)" */
const PROGRAM = /^(\S.{0,1000}?) {1,64}\(Wstat: .{1,200} Tests: \d{1,9} Failed: (\d{1,9})\)$/
const LIST = /^ {2}Failed tests?: {1,8}\d/

/** Reads what `prove` says of Perl's tests. A test id is "file > name". */
export const proveParser: OutputParser = {
  name: "prove",
  marks: ["Result: PASS", "Result: FAIL", "Result: NOTESTS"],
  recognises: (text) => isProve(text),
  parse: (text) => {
    const lines = text.split("\n")
    let [tests_run, skipped, stated]: [number | null, number, number] = [null, 0, 0]
    for (const line of lines) {
      const total = TOTAL.exec(line)?.[1]
      if (total !== undefined) tests_run = (tests_run ?? 0) + Number(total)
      skipped += Number(SKIPPED.exec(line)?.[1] ?? 0)
      stated += Number(PROGRAM.exec(line)?.[2] ?? 0)
    }
    if (tests_run === null) return null
    const diagnostics = [...readTests(lines), ...readPrograms(lines)]
    const ran_test_ids = readRan(lines)
    const ran = ran_test_ids?.length ?? Math.max(0, tests_run - skipped)
    return withStated({ diagnostics, tests_run: ran, ran_test_ids }, stated)
  },
}

export function isProve(text: string): boolean {
  return text.includes("Result: ") && RESULT.test(text)
}

/** The names that --verbose prints; null where a point has none, or none is printed. */
function readRan(lines: readonly string[]): readonly string[] | null {
  const ran: string[] = []
  let file = ""
  for (const line of lines) {
    file = HEAD.exec(line)?.[1] ?? file
    const name = POINT.exec(line)?.[1]
    if (name !== undefined && !DIRECTIVE.test(name)) ran.push(`${file} > ${name}`)
    else if (/^(?:not )?ok \d{1,9}(?! [-#])/.test(line)) return null
  }
  return ran.length === 0 ? null : ran
}

function readTests(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const head = FAILED.exec(lines[index] ?? "")
    if (head === null) continue
    const below = PLACE.exec(lines[index + 1] ?? "")
    const [path, line] = below === null ? [head[2], head[3]] : [below[1], below[2]]
    const start = below === null ? index + 1 : index + 2
    let end = start
    while (
      end < lines.length &&
      /^#\s/.test(lines[end] ?? "") &&
      !/^# (?:Looks like|\s{0,8}Failed)/.test(lines[end] ?? "")
    )
      end += 1
    const message = lines
      .slice(start, end)
      .map((text) => text.replace(/^#\s?/, ""))
      .join("\n")
      .trim()
    const name = [path, head[1]].filter(Boolean).join(" > ")
    found.push({
      kind: "test",
      ...(name === "" ? {} : { test_id: name }),
      message: message === "" ? "failed" : message,
      ...(path === undefined ? {} : { location: { path, line: Number(line) } }),
    })
    index = end - 1
  }
  return found
}

/** A program that failed outside a test: it died, or ran fewer tests than planned. */
function readPrograms(lines: readonly string[]): readonly ParsedDiagnostic[] {
  return lines.flatMap((line, index) => {
    const [, path, failed] = PROGRAM.exec(line) ?? []
    if (path === undefined || failed !== "0") return []
    let end = index + 1
    while (/^ {2}\S/.test(lines[end] ?? "")) end += 1
    const told = lines.slice(index + 1, end).filter((text) => !LIST.test(text))
    const message = [...toldBefore(lines, path), ...told].map((text) => text.trim()).join("\n")
    return [{ kind: "runtime" as const, code: "exit", message, location: { path } }]
  })
}

/** The lines above the program's line, up to another program's line: they say what it died of. */
function toldBefore(lines: readonly string[], path: string): readonly string[] {
  const end = lines.findIndex((line) => line.startsWith(`${path} ..`))
  let start = Math.max(0, end)
  while (start > 0 && !/ \.\. ?(?:ok)?$/.test(lines[start - 1] ?? "") && end - start < 20) start -= 1
  return lines
    .slice(start, Math.max(0, end))
    .filter((line) => line !== "" && !line.startsWith("# Looks like"))
}
