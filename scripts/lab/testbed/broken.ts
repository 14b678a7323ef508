import type { Telling } from "./record.ts"

/** A project that did not end as it was made to: the tool is not whole, or the project is wrong. */
export function isBroken({ expectation, output }: Telling): boolean {
  if (expectation === "timeout") return output.exit_code !== 124
  if (expectation === "zero") return false
  const has_started = !output.text.startsWith("bash: line 1: ")
  return !has_started || (output.exit_code === 0) !== (expectation === "pass")
}
