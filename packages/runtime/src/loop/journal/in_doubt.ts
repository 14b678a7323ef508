import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { lstat } from "node:fs/promises"
import { resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { errorCode } from "@proofloop/foundation/errors"
import * as z from "zod"
import type { ToolCallRecord } from "../../machines/run_state.ts"
import type { PlannedCall } from "../../protocol/executable_tool.ts"
import type { ToolResult } from "../../protocol/tool.ts"
import { annotationsOf, type ToolRunContext } from "../run_tool.ts"

const planned = z.looseObject({
  writes: z.array(
    z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  result: z.looseObject({}),
})

/**
 * Decides a call that was started and never finished. When all planned writes are done, the call is done. When none
 * is, or the call is declared read-only or idempotent, it runs again. Any other call failed, and may have written.
 */
export async function settleCall(
  record: ToolCallRecord,
  given: unknown,
  context: ToolRunContext,
): Promise<{ readonly value: ToolResult } | "run_again"> {
  const { tool_name, call_id } = record
  const base = { tool_name, call_id, annotations: annotationsOf(record, context) }
  const plan = planned.safeParse(given)
  if (plan.success) {
    const { writes, result } = plan.data as PlannedCall
    const root = context.box.find(tool_name)?.tool.workspace_root ?? "."
    const found = await Promise.all(writes.map(({ path }) => fileHash(resolve(root, path))))
    if (writes.every(({ after }, index) => found[index] === after)) return { value: { ...result, ...base } }
    if (writes.every(({ before }, index) => found[index] === before)) return "run_again"
  }
  const { read_only, idempotent } = base.annotations
  if (read_only === true || idempotent === true) return "run_again"
  return { value: { ...base, ok: false, status: "interrupted", error: "interrupted: effect unknown" } }
}

/** SHA-256 of a regular file's content; null where there is nothing, "unreadable" for anything else. */
async function fileHash(path: string): Promise<string | null> {
  try {
    if (!(await lstat(path)).isFile()) return "unreadable"
    const hash = createHash("sha256")
    await pipeline(createReadStream(path), hash)
    return hash.digest("hex")
  } catch (error) {
    return errorCode(error) === "ENOENT" ? null : "unreadable"
  }
}
