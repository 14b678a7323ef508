import { readErrorBody, testFailureKind } from "../javascript/error_body.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { testPath } from "../test_path.ts"

const HOOK = /^"(?:before|after) (?:all|each)" hook\b/

export function isHook(name: string): boolean {
  return HOOK.test(name)
}

/** A hook that fails is a failure of its suite: no test of its name will ever run. */
export function toFailure(names: readonly string[], body: readonly string[]): ParsedDiagnostic {
  const { message, code, location } = readErrorBody(body)
  const last = names.at(-1) ?? ""
  const is_hook = isHook(last)
  const test_id = testPath(is_hook ? names.slice(0, -1) : names)
  const text = [is_hook ? `${last}:` : "", message].filter((part) => part !== "").join(" ")
  const known_code = code ?? (test_id === "" ? "hook" : undefined)
  return {
    kind: testFailureKind(message),
    test_id: test_id || undefined,
    code: known_code,
    message: text === "" ? "failed" : text,
    location,
  }
}
