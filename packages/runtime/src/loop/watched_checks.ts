import type { ToolCallRecord } from "../machines/run_state.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { isDeclaredCheck } from "./may_be_check.ts"
import { annotationsOf, type ToolRunContext } from "./run_tool.ts"

interface WatchedChecks {
  /** Runs a call; for a check, notes what the files were when it began and ended. */
  around(record: ToolCallRecord, call: () => Promise<ToolResult>): Promise<ToolResult>
  /** Whether the last check of the turn began and ended on these files, and nobody wrote to them meanwhile. */
  sawLast(files: string | null): boolean
}

/**
 * Watches the checks of a turn that also does other things, because a file that an earlier call wrote may change
 * while a check runs. Of a check from before a crash nothing is known.
 * @requirement proof.workspace
 */
export function watchChecks(
  calls: readonly ToolCallRecord[],
  {
    known,
    readSeen,
    is_known,
  }: {
    readonly known: Pick<ToolRunContext, "box" | "checks" | "root">
    readonly readSeen: () => Promise<string | null>
    readonly is_known: boolean
  },
): WatchedChecks {
  const checks = is_known ? calls.filter((call) => isDeclaredCheck(call, annotationsOf(call, known))) : []
  const last = checks.at(-1)
  let seen: string | null = null
  return {
    async around(record, call) {
      if (!checks.includes(record)) return call()
      const before = await readSeen()
      const result = await call()
      if (record === last) seen = before === (await readSeen()) ? before : null
      return result
    },
    sawLast: (files) => last === undefined || seen === files,
  }
}
