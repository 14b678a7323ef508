import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord, jsonOrText } from "@proofloop/foundation/text"
import { Misuse } from "../console/misuse.ts"

/** `path=value` pairs as a nested record; a value that is JSON is read as JSON, else as text. Throws Misuse. */
export function readAssignments(pairs: readonly string[]): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const pair of pairs) {
    const at = pair.indexOf("=")
    const path = pair.slice(0, Math.max(at, 0)).trim()
    const names = path.split(".")
    if (at < 1 || names.some((name) => name === "" || name === "__proto__")) {
      throw new Misuse(`--set: expected path=value, such as stall_diagnostics.threshold=4, got "${pair}"`)
    }
    place(root, names, jsonOrText(pair.slice(at + 1)), pair)
  }
  return root
}

/** Repeats an error about values that `--set` gave with the name of the option. */
export function inSet<Result>(resolve: () => Result): Result {
  try {
    return resolve()
  } catch (error) {
    if (!isInvalidOptionError(error) || !error.message.startsWith(OVERRIDES)) throw error
    throw new Misuse(`--set: ${error.message.slice(OVERRIDES.length)}`)
  }
}

const OVERRIDES = "overrides."

function place(root: Record<string, unknown>, names: readonly string[], value: unknown, pair: string): void {
  let record = root
  for (const name of names.slice(0, -1)) {
    const next = Object.hasOwn(record, name) ? record[name] : {}
    if (!isRecord(next)) throw new Misuse(`--set: "${pair}" contradicts an earlier --set of ${name}`)
    record[name] = next
    record = next
  }
  record[names.at(-1) ?? ""] = value
}
