import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { errorCodeIn } from "../error_line.ts"
import { isFrame, loadFailureKind, readErrorBody, testFailureKind } from "../javascript/error_body.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { readMessage } from "../pytest/blocks.ts"
import type { JunitCase, JunitFailure } from "./junit_case.ts"

const NODE_TYPE =
  /^(?:testCodeFailure|testTimeoutFailure|hookFailed|cancelledByParent|subtestsFailed|uncaughtException|unhandledRejection)$/
const NODE_CODE = /\bcode: '(ERR_(?!TEST_FAILURE')[A-Z_]{1,64})'/
const NODE_ERROR = /^\[?Error \[ERR_TEST_FAILURE\]: /
const NODE_CAUSE = /\bcause: ([A-Za-z]{1,64}) ?(?:\[|:)/
const PYTHON_LINE = /^E(?: {1,3}|$)/m
const PYTHON_PLACE = /^(\S[^:\n]{0,1000}\.py):(\d{1,7}): /gm
const FILE_NAME = /^\S{1,1024}\.[cm]?[jt]sx?$/
const NOT_LOADED = /^(?:collection failure|Test suite failed to run)$/
const JAVA_REST = /^\s{0,64}(?:\.\.\. \d{1,9} more|Caused by: .{0,2000})$/

/** A file that could not be loaded stands among the tests: by the name of the file (vitest), or with a word (pytest). */
export function isUnloaded({ attributes, failures }: JunitCase): boolean {
  const name = attributes.get("name") ?? ""
  if (failures.length === 0) return false
  const words = failures[0]?.attributes.get("message") ?? ""
  return (FILE_NAME.test(name) && name === attributes.get("classname")) || NOT_LOADED.test(words)
}

export function toDiagnostic(test: JunitCase, failure: JunitFailure): ParsedDiagnostic {
  const { message, code } = read(failure)
  const location = locationOf(test, failure)
  const text = message === "" ? "failed" : message
  if (isUnloaded(test)) {
    const path = location?.path ?? test.attributes.get("name") ?? ""
    return {
      kind: loadFailureKind(text),
      code: code ?? "load",
      message: text,
      location: { ...location, path },
    }
  }
  return {
    kind: failure.attributes.get("type") === "testTimeoutFailure" ? "timeout" : testFailureKind(text),
    test_id: test.test_id || undefined,
    code,
    message: text,
    location,
  }
}

function read({ attributes, text }: JunitFailure): { message: string; code: string | undefined } {
  const words = (attributes.get("message") ?? "").trim()
  const type = attributes.get("type") ?? ""
  if (NODE_TYPE.test(type)) {
    const named = NODE_CAUSE.exec(text)?.[1]
    const code = NODE_CODE.exec(text)?.[1] ?? (named === undefined ? undefined : errorCodeIn(named))
    return { message: nodeMessage(text) || words, code }
  }
  if (PYTHON_LINE.test(text)) {
    const message = readMessage(text.split("\n"))
    return { message, code: errorCodeIn(message) ?? errorCodeIn(words) }
  }
  const lines = text.split("\n").filter((line) => !JAVA_REST.test(line))
  const body = readErrorBody(lines)
  const is_told = words === "" || body.message.includes(words.split("\n")[0] ?? "")
  const { message, code } = withoutRepeat(
    is_told ? body.message : [words, body.message].filter((part) => part !== "").join("\n"),
  )
  return { message, code: code ?? body.code ?? errorCodeIn(type) }
}

/** Node prints the error as it inspects it; as an attribute the message may lack its line breaks. */
function nodeMessage(text: string): string {
  const lines = text.trim().split("\n")
  const end = lines.findIndex((line) => line === "] {" || line === "{" || isFrame(line))
  return (end === -1 ? lines.slice(0, 1) : lines.slice(0, end)).join("\n").replace(NODE_ERROR, "").trim()
}

/** Mocha tells the error, the values, then the error again with its stack. */
function withoutRepeat(message: string): { message: string; code: string | undefined } {
  const lines = message.split("\n")
  const first = lines[0] ?? ""
  const again = lines.findIndex(
    (line, at) => at > 0 && line.endsWith(first) && errorCodeIn(line) !== undefined,
  )
  if (again === -1 || first === "") return { message, code: errorCodeIn(message) }
  return { message: lines.slice(0, again).join("\n").trimEnd(), code: errorCodeIn(lines[again] ?? "") }
}

function locationOf(test: JunitCase, { text }: JunitFailure): DiagnosticLocation | undefined {
  const path = test.attributes.get("file")
  const line = Number(test.attributes.get("line") ?? Number.NaN)
  if (path !== undefined) return Number.isInteger(line) ? { path, line } : { path }
  const [, python, row] = [...text.matchAll(PYTHON_PLACE)].at(-1) ?? []
  if (python !== undefined) return { path: python, line: Number(row) }
  return readErrorBody(text.split("\n")).location
}
