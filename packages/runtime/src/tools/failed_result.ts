import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import type { ToolResult } from "../protocol/tool.ts"

/** What a call that threw is told as. It may have written before, unless a `RequestError` says that it did not. */
export function failedResult(error: unknown): ToolResult {
  const refused = isRecord(error) && error["unchanged"] === true ? "unchanged" : "not_applied"
  const mutation_status = errorCode(error) === "request_error" ? refused : "unknown"
  return { ok: false, error: thrownMessage(error), mutation_status }
}
