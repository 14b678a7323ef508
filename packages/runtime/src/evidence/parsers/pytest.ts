import type { DiagnosticKind } from "../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../environment.ts"
import { errorCodeIn } from "./error_line.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { type FailureBlock, readBlocks, readMessage } from "./pytest/blocks.ts"
import { type ListedOutcome, readOutcomes } from "./pytest/outcomes.ts"
import { sumOfWords, withStated } from "./stated.ts"

const SESSION = /^=+ test session starts =+$|^=+ (?:FAILURES|ERRORS|short test summary info) =+$/m
const CLOSING =
  /^=* ?((?:\d{1,9} [a-z]{2,20}(?:, )?){1,12}|no tests ran) in \d{1,9}\.\d{1,3}(?:s| seconds)(?: \([\d:]{1,20}\))? ?=*$/m
/** Tests that passed or failed; an expected failure is neither, and an error in teardown would count its test twice. */
const RAN = /(\d{1,9}) (?:passed|failed)\b/g
const FAILED = /(\d{1,9}) (?:failed|errors?)\b/g
/** A part of it that is found quickly. */
const TOOK = / in \d{1,9}\.\d{1,3}(?:s| seconds)/
const NODE_ID = /^(?:FAILED|ERROR|PASSED) \S{1,1024}\.py(?:::|$| - )/m
const CONFTEST = /^ImportError while loading conftest '([^'\n]{1,1024})'/m
const USAGE = /^ERROR: (.{1,2000})$/gm

const RAN_AS: ReadonlySet<ListedOutcome["outcome"]> = new Set(["PASSED", "FAILED", "ERROR"])

const LAST_WORDS = "passed failed error errors skipped deselected xfailed xpassed warning warnings".split(" ")

/** Reads pytest, any verbosity and traceback style. A test id is pytest's node id. */
export const pytestParser: OutputParser = {
  name: "pytest",
  always_reports: true,
  marks: [
    "test session starts =",
    "= FAILURES =",
    "= ERRORS =",
    "= short test summary info =",
    ".py::",
    ".py - ",
    "ERROR collecting ",
    "ImportError while loading conftest ",
    "no tests ran in ",
    ...LAST_WORDS.map((word) => ` ${word} in `),
  ],
  commands: /\bpy\.?test\b/,
  recognises: (text, command) => looksLikePytest(text) || isCutPytest(text, command),
  parse: (text) => {
    const lines = text.split("\n")
    const outcomes = readOutcomes(lines)
    const tests_run = countOutcomes(text, RAN)
    const diagnostics = [
      ...join(outcomes, readBlocks(lines)),
      ...conftestError(text, lines),
      // Once tests ran, such a line is what one of them logged.
      ...(tests_run === null || tests_run === 0 ? usageErrors(text) : []),
    ]
    if (tests_run === null && diagnostics.length === 0) return null
    const ran_test_ids = completeList(outcomes, tests_run)
    return withStated({ diagnostics, tests_run, ran_test_ids }, countOutcomes(text, FAILED))
  },
}

function looksLikePytest(text: string): boolean {
  if (TOOK.test(text) && CLOSING.test(text)) return true
  if (text.includes("= ") && SESSION.test(text)) return true
  return text.includes(".py") && (NODE_ID.test(text) || CONFTEST.test(text))
}

/** Head and summary are gone, but the command tells. */
function isCutPytest(text: string, command: string | undefined): boolean {
  return command !== undefined && /\bpy\.?test\b/.test(command) && /^E {3}/m.test(text)
}

/** The tests that ran, if the lines list as many as the closing line counts. Errors in fixtures are not among them. */
function completeList(
  outcomes: readonly ListedOutcome[],
  tests_run: number | null,
): readonly string[] | null {
  const ran = outcomes.filter(({ outcome }) => RAN_AS.has(outcome))
  const counted = ran.filter(({ outcome }) => outcome !== "ERROR").length
  return tests_run === null || counted !== tests_run ? null : [...new Set(ran.map(({ test_id }) => test_id))]
}

/** Failed tests by their summary lines, with the traceback of the same name; then tracebacks without a summary line. */
function join(
  outcomes: readonly ListedOutcome[],
  blocks: readonly FailureBlock[],
): readonly ParsedDiagnostic[] {
  const unused = [...blocks]
  const failed = outcomes.filter(({ outcome }) => outcome === "FAILED" || outcome === "ERROR")
  const found = failed.map(({ test_id, message, outcome }) => {
    const is_of_fixture = outcome === "ERROR"
    const named = (block: FailureBlock): boolean =>
      block.name === blockName(test_id) || block.name === test_id
    const own = unused.findIndex((block) => named(block) && block.is_of_fixture === is_of_fixture)
    const index = own === -1 ? unused.findIndex(named) : own
    const [block] = index === -1 ? [] : unused.splice(index, 1)
    return toDiagnostic(test_id, { message: block?.message || message, block, is_of_fixture })
  })
  // When the output was cut, a block without an error may be what a passing test printed.
  const others = found.length === 0 ? unused : unused.filter(({ message }) => message !== "")
  return [...found, ...others.map((block) => toDiagnostic(block.test_id, { ...block, block }))]
}

/** "a/test_b.py::TestC::test_d[x]" has its traceback under "TestC.test_d[x]". */
function blockName(test_id: string): string {
  const start = test_id.indexOf("::")
  if (start === -1) return test_id
  const bracket = test_id.indexOf("[", start)
  const end = bracket === -1 ? test_id.length : bracket
  return test_id.slice(start + 2, end).replaceAll("::", ".") + test_id.slice(end)
}

function toDiagnostic(
  name: string,
  {
    message,
    block,
    is_of_fixture,
  }: {
    readonly message: string
    readonly block: FailureBlock | undefined
    readonly is_of_fixture: boolean
  },
): ParsedDiagnostic {
  const text = message === "" ? "failed" : message
  const code = firstCode(text) ?? block?.code
  const kind = kindOf(text, name)
  // An error in collection is known by code and path: no test of that name will ever run.
  if (!name.includes("::"))
    return { kind, message: text, code: code ?? "collection", location: { path: name } }
  return {
    kind,
    // The same words from a test and from its set-up are two failures.
    message: is_of_fixture ? `in a fixture: ${text}` : text,
    test_id: name,
    ...(code === undefined ? {} : { code }),
    ...(block?.location === undefined ? {} : { location: block.location }),
  }
}

function firstCode(message: string): string | undefined {
  for (const line of message.split("\n")) {
    const code = errorCodeIn(line)
    if (code !== undefined) return code
  }
  return undefined
}

function kindOf(message: string, name: string): DiagnosticKind {
  if (isEnvironmentFailure(message.slice(0, 1000))) return "environment"
  if (/^(?:Failed: )?Timeout[ >]/.test(message)) return "timeout"
  return name.includes("::") ? "test" : "build"
}

function conftestError(text: string, lines: readonly string[]): readonly ParsedDiagnostic[] {
  const path = CONFTEST.exec(text)?.[1]
  if (path === undefined) return []
  const message = readMessage(lines) || "conftest could not be loaded"
  return [{ kind: "build", code: errorCodeIn(message) ?? "ImportError", message, location: { path } }]
}

function usageErrors(text: string): readonly ParsedDiagnostic[] {
  return [...text.matchAll(USAGE)].map((match) => ({ kind: "runtime", code: "usage", message: match[0] }))
}

/** Adds up outcomes over the closing lines of all runs; null if there is none. */
function countOutcomes(text: string, outcomes: RegExp): number | null {
  const closing = new RegExp(CLOSING.source, "gm")
  let count: number | null = null
  for (const [, summary = ""] of text.matchAll(closing)) {
    count = (count ?? 0) + sumOfWords(summary, outcomes)
  }
  return count
}
