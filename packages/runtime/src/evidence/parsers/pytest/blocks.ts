import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { readRaisedError } from "../raised_error.ts"

export interface FailureBlock {
  /** "TestC.test_d[x]", or the file for an error in collection. */
  readonly name: string
  /** Its fixtures failed, and not the test. */
  readonly is_of_fixture: boolean
  /** The node id as far as the block tells. */
  readonly test_id: string
  /** The "E" lines. */
  readonly message: string
  readonly code: string | undefined
  readonly location: DiagnosticLocation | undefined
}

/** The heading over a coverage report is drawn alike. */
const HEADER = /^_{2,200} (?!coverage: platform )(.{1,400}) _{2,200}$/
const SECTION = /^={2,200} (.{1,200}) ={2,200}$/
/** With `-rA` the output of passing tests has sections as well. */
const OF_PASSED = /^X?PASSES$/
const OF_FAILED = /^(?:FAILURES|ERRORS|XFAILURES|short test summary info)$/
/** What pytest-xdist says in place of a traceback. */
const CRASHED = /^worker '\w{1,32}' crashed while running '(.{1,2000})'$/
const PLACE = /^(\S.{0,1000}?):(\d{1,7}): ?(?:in \S.{0,200}|([\w.]{1,200}))?$/
/** The place that asked for a missing fixture. */
const BARE_PLACE = /^(\/\S{0,1000}\.py):(\d{1,7})$/
const ERROR_LINE = /^E(?: {1,3}|$)/
const OF_FIXTURE = /^ERROR at (?:setup|teardown) of /
const PHASE = /^ERROR (?:collecting|at (?:setup|teardown) of) /

/** Reads the tracebacks of what failed: name, "E" lines, and the last place each names. */
export function readBlocks(lines: readonly string[]): readonly FailureBlock[] {
  const blocks: FailureBlock[] = []
  let name: string | null = null
  let body: string[] = []
  let is_passed = false
  const close = (): void => {
    if (name !== null) blocks.push(toBlock(name, body))
    name = null
    body = []
  }
  for (const line of lines) {
    const section = SECTION.exec(line)?.[1]
    if (section !== undefined && OF_PASSED.test(section)) is_passed = true
    if (section !== undefined && OF_FAILED.test(section)) is_passed = false
    const header = HEADER.exec(line)?.[1]
    if (header !== undefined || section !== undefined) close()
    if (is_passed) continue
    if (header !== undefined) name = header
    else if (name !== null) body.push(line)
  }
  close()
  return blocks
}

function toBlock(title: string, body: readonly string[]): FailureBlock {
  const crashed = body.flatMap((line) => CRASHED.exec(line)?.[1] ?? [])[0]
  if (crashed !== undefined) {
    return {
      name: crashed,
      is_of_fixture: false,
      test_id: crashed,
      message: "worker crashed",
      code: undefined,
      location: undefined,
    }
  }
  const name = title.replace(PHASE, "")
  const places = body.flatMap((line) => {
    const [, path, row, code] = PLACE.exec(line) ?? BARE_PLACE.exec(line) ?? []
    return path === undefined ? [] : [{ path, line: Number(row), code }]
  })
  const last = places.at(-1)
  const file = places[0]?.path
  return {
    name,
    is_of_fixture: OF_FIXTURE.test(title),
    test_id: file === undefined || name.includes(".py") ? name : `${file}::${name.replaceAll(".", "::")}`,
    message: readMessage(body) || nativeMessage(body),
    code: last?.code,
    location: last === undefined ? undefined : { path: last.path, line: last.line },
  }
}

/** The error of `--tb=native`, which has no "E" lines. */
function nativeMessage(body: readonly string[]): string {
  return body.includes("Traceback (most recent call last):") ? readRaisedError(body).message : ""
}

/** The "E" lines, without the mark. */
export function readMessage(body: readonly string[]): string {
  return body
    .filter((line) => ERROR_LINE.test(line))
    .map((line) => line.replace(ERROR_LINE, ""))
    .join("\n")
    .trim()
}
