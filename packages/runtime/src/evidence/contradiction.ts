import { coerceText } from "./outcome.ts"
import { readCount, readField, readItems } from "./read_field.ts"

const MAX_ENTRIES = 1000
const FAILED_STATUSES: ReadonlySet<unknown> = new Set([
  "fail",
  "failed",
  "failure",
  "failing",
  "error",
  "errored",
  "timeout",
  "timed_out",
  "crashed",
  "killed",
  "aborted",
])
/** Severities that fail nothing. Numbers mean one thing to ESLint and another to a language server. */
const MILD = /^(?:warn|info|hint|note|suggestion|ignore|off|help|style|low|minor|\d)/i

/** What an ok result or verdict says against itself, in words; "" without a failure. @requirement loop.proof.consistent */
export function contradiction(answer: unknown): string {
  for (const name of ["ok", "success"]) {
    const value = readField(answer, name)
    if (typeof value === "string") return `its ${name} is the text "${value.slice(0, 20)}"`
  }
  const status = readField(answer, "status")
  if (typeof status === "string" && FAILED_STATUSES.has(status.toLowerCase()))
    return `its status is "${status}"`
  if (readField(answer, "timed_out") === true) return "it timed out"
  const signal = readField(answer, "signal")
  if (typeof signal === "string" && /^SIG[A-Z0-9]{2,10}$/.test(signal)) return `it was ended by ${signal}`
  const exit_code = coerceText(readField(answer, "exit_code")).trim()
  if (exit_code !== "" && Number(exit_code) !== 0) return `its exit code is ${exit_code.slice(0, 20)}`
  const failures = failuresIn(answer)
  if (failures > 0) return failures === 1 ? "it reports a failure" : `it reports ${failures} failures`
  return coerceText(readField(answer, "error")).trim() === "" ? "" : "it has an error"
}

function failuresIn(answer: unknown): number {
  const stated = readCount(answer, ["error_count", "failure_count"]) ?? 0
  const listed = ["diagnostics", "errors"].flatMap(
    (name) => readItems(readField(answer, name), MAX_ENTRIES) ?? [],
  )
  return Math.max(stated, listed.filter((entry) => !isMild(entry)).length)
}

function isMild(entry: unknown): boolean {
  const severity = readField(entry, "severity") ?? readField(entry, "level")
  return MILD.test(coerceText(severity))
}
