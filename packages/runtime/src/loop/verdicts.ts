import { describeValue } from "@proofloop/foundation/errors"
import { cutMiddle } from "@proofloop/foundation/text"
import { contradiction } from "../evidence/contradiction.ts"
import { diagnose } from "../evidence/diagnose.ts"
import type { OutputParser } from "../evidence/parsers/parser.ts"
import { parsersWith } from "../evidence/parsers/registry.ts"
import { quoteText } from "../evidence/quote.ts"
import { readField } from "../evidence/read_field.ts"
import type { Verdict } from "../protocol/verdict.ts"
import { boundedText } from "../stall/calls.ts"

/**
 * Reads what a host's verifier answered. A boolean accepts or vetoes, a string vetoes with its text ("" and null
 * accept). `{ confirm }` is Harn's form, and a verdict is taken as it is. Anything else, `undefined` too, is `unable`
 * and named.
 */
export function verdictOfAnswer(answer: unknown, parsers?: readonly OutputParser[]): Verdict {
  if (answer === null || answer === "" || answer === true) return { status: "pass" }
  if (answer === false) return { status: "fail", evidence: "" }
  if (typeof answer === "string") return { status: "fail", evidence: answer }
  if (typeof answer === "object" && isVerdict(answer))
    return withChecks(consistent(answer, parsers), answer, parsers)
  if (typeof answer === "object" && answer !== undefined && answer !== null && "confirm" in answer) {
    return answer.confirm === true ? { status: "pass" } : { status: "fail", evidence: vetoText(answer) }
  }
  const expected = "a verdict, a boolean, or a veto as text"
  return { status: "unable", reason: `the verifier answered ${describeValue(answer)} instead of ${expected}` }
}

const MOST_CHECKS = 64

/** The verdicts of the checks beside it that are verdicts. */
function withChecks(
  verdict: Verdict,
  { checks }: Verdict,
  parsers: readonly OutputParser[] | undefined,
): Verdict {
  if (!Array.isArray(checks)) return verdict
  const readable = checks
    .slice(0, MOST_CHECKS)
    .filter((check) => typeof check === "object" && isVerdict(check))
  return readable.length === 0
    ? verdict
    : { ...verdict, checks: readable.map((check) => consistent(check, parsers)) }
}

/** Turns a pass into unable if no test ran or an exit code failed, and into a fail if its output speaks of failures. */
function consistent(answer: Verdict, parsers: readonly OutputParser[] | undefined): Verdict {
  const wrong = wrongField(answer)
  if (wrong !== undefined) return { status: "unable", reason: `the verifier's answer has a wrong ${wrong}` }
  const verdict = plainVerdict(answer)
  if (verdict.status !== "pass") return verdict
  const check_id = verdict.check_id === undefined ? {} : { check_id: verdict.check_id }
  if (verdict.tests_run === 0)
    return { status: "unable", reason: "no test ran, so it proves nothing", ...check_id }
  const against = contradiction(answer)
  if (against !== "") return { status: "unable", reason: `it says pass, but ${against}`, ...check_id }
  const { output = "", tests_run } = verdict
  const command = verdict.check_id ?? ""
  const report = diagnose({ ok: true, output }, { check_id: command, command, parsers: parsersWith(parsers) })
  if (report.count === 0) return verdict
  const evidence = `It says pass, and its own report speaks of failures:\n${quoteText(cutMiddle(output.trim(), 4000, 1333))}`
  return { status: "fail", evidence, output, ...check_id, ...(tests_run === undefined ? {} : { tests_run }) }
}

const fields = {
  check_id: ["a text", (value: unknown) => typeof value === "string"],
  tests_run: ["a whole number", isCount],
  exit_code: ["a whole number", Number.isSafeInteger],
  output: ["a text", (value: unknown) => typeof value === "string"],
  timed_out: ["true or false", (value: unknown) => typeof value === "boolean"],
  diagnostics: ["a list", Array.isArray],
  accepted_removals: ["a list of ids of tests", isTexts],
} as const

/** What is wrong with a field of the wrong type: a verdict with such fields says nothing for sure. */
function wrongField(answer: object): string | undefined {
  for (const [name, [expected, fits]] of Object.entries(fields)) {
    const value = readField(answer, name)
    if (value !== undefined && value !== null && !fits(value))
      return `${name}: expected ${expected}, got ${describeValue(value)}`
  }
  return undefined
}

/** A copy with the fields that have their type. The model gets a tool's evidence quoted; the output holds it unquoted. */
function plainVerdict(answer: Verdict): Verdict {
  const check_id = typeof answer.check_id === "string" ? { check_id: boundedText(answer.check_id) } : {}
  if (answer.status === "unable") return { status: "unable", reason: answer.reason, ...check_id }
  const { tests_run, exit_code, output } = answer
  const counts = {
    ...check_id,
    ...(isCount(tests_run) ? { tests_run } : {}),
    ...(Number.isSafeInteger(exit_code) ? { exit_code } : {}),
  }
  if (answer.status === "pass") {
    const { accepted_removals, output_cut } = answer
    return {
      status: "pass",
      ...counts,
      ...(typeof output === "string" ? { output } : {}),
      ...(output_cut === true ? { output_cut } : {}),
      ...(isTexts(accepted_removals) ? { accepted_removals } : {}),
    }
  }
  const { evidence, diagnostics, timed_out } = answer
  return {
    status: "fail",
    ...counts,
    evidence: evidence === "" ? "" : `The verification failed:\n${quoteText(evidence)}`,
    output: typeof output === "string" ? output : evidence,
    ...(Array.isArray(diagnostics) ? { diagnostics } : {}),
    ...(timed_out === true ? { timed_out } : {}),
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
}

function isVerdict(answer: object | null): answer is Verdict {
  if (answer === null || !("status" in answer)) return false
  if (answer.status === "pass") return true
  if (answer.status === "fail") return "evidence" in answer && typeof answer.evidence === "string"
  return answer.status === "unable" && "reason" in answer && typeof answer.reason === "string"
}

function vetoText(answer: object): string {
  for (const key of ["message", "feedback"]) {
    const text: unknown = Reflect.get(answer, key)
    if (typeof text === "string") return text
  }
  return ""
}
