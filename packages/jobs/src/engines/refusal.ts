import { errorCode } from "@proofloop/foundation/errors"

/** Whether no repetition helps: the row is unknown, or its state does not allow what was asked. */
export function isRefusal(error: unknown): boolean {
  const code = errorCode(error)
  return code === "not_found" || code === "illegal_transition"
}
