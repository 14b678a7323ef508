import { isEnvironmentFailure } from "../environment.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const SUMMARY =
  /^(\d{1,9}) (?:runs|tests), \d{1,9} assertions, \d{1,9} failures, \d{1,9} errors(?:, (\d{1,9}) skips)?$/
const FAILED = /^\d{1,9} (?:runs|tests), \d{1,9} assertions, (\d{1,9}) failures, (\d{1,9}) errors/
const RECOGNISED = /^\d{1,9} (?:runs|tests), \d{1,9} assertions, \d{1,9} failures, /m
const ENTRY = /^(?: {1,6}\d{1,7}\) )?(Failure|Error|Skipped):$/
/** "CartTest#test_adds [test/cart_test.rb:4]:" */
const NAMED = /^([A-Z][\w:]{0,255}#\S.{0,1000}?)(?: \[(\S.{0,1000}?):(\d{1,9})\])?:$/
const LISTED = /^([A-Z][\w:]{0,255}#\S.{0,1000}?) = \d{1,9}\.\d{1,9} s = ([.FE])$/
const FRAME = /^\s{2,16}(\S.{0,1000}?):(\d{1,9}):in /
const RAISED = /^([A-Z]\w{0,127}(?:::\w{1,128}){0,8}): /
const ENDS = /^(?:(?:bin\/)?rails test \S|Finished in \d|\d{1,9} (?:runs|tests), )/

/** Reads minitest 5, as it is and as Rails prints it. A test id is "Class#method". */
export const minitestParser: OutputParser = {
  name: "minitest",
  marks: [" assertions, "],
  recognises: (text) => RECOGNISED.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    let tests_run: number | null = null
    for (const line of lines) {
      const [, runs, skips = "0"] = SUMMARY.exec(line) ?? []
      if (runs !== undefined) tests_run = (tests_run ?? 0) + Math.max(0, Number(runs) - Number(skips))
    }
    if (tests_run === null) return null
    const ran = [...new Set(lines.flatMap((line) => LISTED.exec(line)?.[1] ?? []))]
    const ran_test_ids = ran.length === tests_run && ran.length > 0 ? ran : null
    return withStated(
      { diagnostics: readFailures(lines), tests_run, ran_test_ids },
      sumOfLines(lines, FAILED),
    )
  },
}

function readFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const what = ENTRY.exec(lines[index] ?? "")?.[1]
    const [, test_id, path, line] = NAMED.exec(lines[index + 1] ?? "") ?? []
    if (what === undefined || what === "Skipped" || test_id === undefined) continue
    let end = index + 2
    while (end < lines.length && !ENTRY.test(lines[end] ?? "") && !ENDS.test(lines[end] ?? "")) end += 1
    const body = lines.slice(index + 2, end)
    const named = path === undefined ? undefined : { path, line: Number(line) }
    found.push(toDiagnostic(test_id, { body, named, was_raised: what === "Error" }))
    index = end - 1
  }
  return found
}

function toDiagnostic(
  test_id: string,
  {
    body,
    named,
    was_raised,
  }: {
    readonly body: readonly string[]
    readonly named: ParsedDiagnostic["location"]
    readonly was_raised: boolean
  },
): ParsedDiagnostic {
  const message = body
    .filter((line) => !FRAME.test(line))
    .join("\n")
    .trim()
  const code = was_raised ? RAISED.exec(message)?.[1] : undefined
  const location = named ?? placeOf(body)
  return {
    kind: isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "test",
    test_id,
    message: message === "" ? "failed" : message,
    ...(code === undefined ? {} : { code }),
    ...(location === undefined ? {} : { location }),
  }
}

function placeOf(body: readonly string[]): ParsedDiagnostic["location"] {
  for (const text of body) {
    const [, path, line] = FRAME.exec(text) ?? []
    if (path !== undefined && !path.includes("/gems/")) return { path, line: Number(line) }
  }
  return undefined
}
