import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { errorCodeIn } from "../error_line.ts"
import type { PointFailure } from "./point.ts"

const FRAME = /^\s{1,64}at /
const TIMED_OUT = /^'?test timed out after \d/

/** Reads an error as `util.inspect` prints it: message, stack, then a block of properties. */
export function readSpecFailure(
  body: readonly string[],
  location: DiagnosticLocation | undefined,
): PointFailure {
  const stack = body.findIndex((line) => FRAME.test(line))
  const head = stack === -1 ? body : body.slice(0, stack)
  const rest = stack === -1 ? [] : body.slice(stack)
  const first = head.find((line) => line.trim() !== "") ?? ""
  const [expected, actual] = [property(rest, "expected"), property(rest, "actual")]
  const values =
    expected === undefined && actual === undefined ? [] : [`expected: ${expected}`, `actual: ${actual}`]
  const message = [withoutQuotes(head.join("\n").trim()), ...values].join("\n")
  return {
    message: message === "" ? "test failed" : message,
    code: property(rest, "code")?.replaceAll("'", "") ?? errorCodeIn(first),
    location,
    is_timeout: TIMED_OUT.test(first.trim()),
  }
}

function property(rest: readonly string[], name: string): string | undefined {
  const line = rest.find((candidate) => candidate.startsWith(`  ${name}: `))
  return line?.slice(name.length + 4).replace(/,$/, "")
}

function withoutQuotes(message: string): string {
  return /^'[^\n]{0,1000}'$/.test(message) ? message.slice(1, -1) : message
}
