import type { DiagnosticKind } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import { errorCodeIn } from "../error_line.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { readRaisedError } from "../raised_error.ts"
import { readTitle, toTestId, type TestTitle } from "./test_id.ts"

const DOUBLE_RULE = "=".repeat(70)
const RULE = "-".repeat(70)
const HEADER = /^(ERROR|FAIL|UNEXPECTED SUCCESS): (.{1,2500})$/
const RAN = /^Ran \d{1,9} tests? in /
const HOOK = /^(?:setUp|tearDown)(?:Class|Module) \(/
const GROUP = /^(?:Base)?ExceptionGroup\b/
const UNPICKLED = /^(\w{1,256}) \(([\w.]{1,512})\) failed:$/
const REPR = /^ {4}([\w.]{1,128})\((.{0,2000})\)$/

/** Reads the blocks behind rules of equal signs, and Django's parallel runner when it cannot send a failure. */
export function readFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const unpickled = UNPICKLED.exec(line)
    if (unpickled !== null) found.push(toUnpickled(unpickled, lines[index + 2] ?? ""))
    const header = line === DOUBLE_RULE ? HEADER.exec(lines[index + 1] ?? "") : null
    if (header === null) continue
    const end = endOfBlock(lines, index + 1)
    const [, outcome = "", title = ""] = header
    found.push(toDiagnostic(outcome, title, lines.slice(index + 2, end)))
    index = end - 1
  }
  return found
}

function endOfBlock(lines: readonly string[], start: number): number {
  for (let index = start; index < lines.length; index += 1) {
    if (lines[index] === DOUBLE_RULE && HEADER.test(lines[index + 1] ?? "")) return index
    if (lines[index] === RULE && RAN.test(lines[index + 1] ?? "")) return index
  }
  return lines.length
}

function toDiagnostic(outcome: string, title: string, block: readonly string[]): ParsedDiagnostic {
  const named = readTitle(title)
  if (outcome === "UNEXPECTED SUCCESS") {
    return {
      kind: "test",
      code: "UnexpectedSuccess",
      message: "unexpected success",
      test_id: named.test_id,
    }
  }
  const { message, location } = readRaisedError(block.slice(block.indexOf(RULE) + 1))
  const code = errorCodeIn(message) ?? GROUP.exec(message)?.[0]
  const is_hook = HOOK.test(title)
  const about = is_hook ? title : named.subtest
  const text = message === "" ? "failed" : message
  return {
    kind: kindOf(message, named),
    ...(code === undefined ? {} : { code }),
    message: about === "" ? text : `${about}\n${text}`,
    ...(location === undefined ? {} : { location }),
    // No test of a module's or a hook's name will ever run.
    ...(named.is_module || is_hook ? {} : { test_id: named.test_id }),
  }
}

function kindOf(message: string, { is_module }: TestTitle): DiagnosticKind {
  if (isEnvironmentFailure(message.slice(0, 1000))) return "environment"
  return is_module ? "build" : "test"
}

/** Only "AssertionError('404 != 200')" is known of it. */
function toUnpickled([, name = "", owner = ""]: RegExpExecArray, below: string): ParsedDiagnostic {
  const [, code = "", operands = ""] = REPR.exec(below) ?? []
  const message = code === "" ? "failed" : `${code}: ${operands.replace(/^(['"])(.{0,2000})\1,?$/, "$2")}`
  return { kind: "test", code: code || undefined, message, test_id: toTestId(name, owner) }
}
