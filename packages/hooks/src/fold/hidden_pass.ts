import { readCommand } from "@proofloop/runtime/detector"
import type { HookCall } from "../events/host_event.ts"

const PASSED = [
  /\b[1-9]\d{0,9} (?:tests? )?pass(?:ed|ing)\b/,
  /^# pass [1-9]/m,
  /\btest result: ok\b/,
  /^ok\s{1,20}\S{1,300}\s{1,20}(?:\(cached\)|\d{1,9}(?:\.\d{1,9})?s)/m,
  /^OK(?: \([1-9]|\s{0,9}$)/m,
  /\ball (?:tests|checks) passed\b/i,
  /\b[1-9]\d{0,9} (?:examples|tests|specs|assertions), 0 failures\b/,
  /\bTests run: [1-9]\d{0,9}, Failures: 0, Errors: 0\b/,
  /\b100% tests passed\b/,
  /\bBUILD SUCCESS/,
  /\bSuccess: no issues found\b/,
  /\bFound 0 errors\b/,
]
const FAILED = [
  /\b[1-9]\d{0,9} (?:tests? )?(?:failed|failing|failures?|errors?|broken|problems?)\b/i,
  /\b(?:failures|errors|failed): ?[1-9]/i,
  /\b(?:FAIL|FAILED|FAILURE|FAILURES|ERR!|ELIFECYCLE)\b/,
  /^(?:not ok\b|# fail [1-9])/m,
  /\b(?:Error|error\[\w{1,20}\]|error TS\d{1,9}):/,
  /\b(?:Traceback|panicked at|Segmentation fault|No tests? (?:files? )?found)\b/,
]
/** Checks that print nothing when they pass, except a package manager's echo of the command. */
const SILENT =
  /^(?:tsc|vue-tsc|eslint|oxlint|flake8|shellcheck|pyflakes|go-vet|go-build|gcc|g\+\+|clang|clang\+\+|javac|rustc|(?:npm|pnpm|yarn|bun)-(?:lint|type-?check|tsc|check|build)[\w:-]{0,60})(?: |$)/
const SAID_BY_MANAGER = /^(?:> .*|\$ .*)$/
/** What shows all of a short output. */
const SHOWS = /\|\s{0,20}(?:head|tail|cat|tee)\b[^|&;\n]{0,200}$/
const MAX_TEXT = 64 * 1024

/**
 * Treats a call whose exit code is hidden, such as `npm test 2>&1 | tail -5`, as the pass that its report shows. Any
 * other call is returned unchanged. The detector handles a red report, the person a missing one.
 */
export function asHiddenPass(call: HookCall, root: string): HookCall {
  const command = readCommandLine(call)
  if (command === "" || call.observation === null || call.status !== undefined || call.failed === true)
    return call
  if (call.exit_code !== undefined && call.exit_code !== 0) return call
  const { check } = readCommand(command, root)
  if (check?.exit_code_hidden !== true || /^\s{0,99}!/.test(command)) return call
  const text = call.observation.slice(-MAX_TEXT)
  if (!showsPass(text) && !isSilentPass(text, command, check.check_id)) return call
  return {
    ...call,
    annotations: { ...call.annotations, evidence_role: "verification", check_id: check.check_id },
  }
}

function showsPass(text: string): boolean {
  return PASSED.some((pattern) => pattern.test(text)) && !FAILED.some((pattern) => pattern.test(text))
}

function isSilentPass(text: string, command: string, check_id: string): boolean {
  if (!SILENT.test(check_id) || !SHOWS.test(command.trimEnd())) return false
  return text.split("\n").every((line) => line.trim() === "" || SAID_BY_MANAGER.test(line))
}

function readCommandLine({ arguments: given }: HookCall): string {
  return typeof given === "object" &&
    given !== null &&
    "command" in given &&
    typeof given.command === "string"
    ? given.command
    : ""
}
