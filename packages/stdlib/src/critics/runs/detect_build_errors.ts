import { realpath } from "node:fs/promises"
import { findBuildTools } from "@proofloop/foundation/paths"
import type { Runner } from "@proofloop/foundation/sandbox"
import { buildErrorKey, runBuild } from "./build_errors.ts"
import type { OwnParsers } from "./project_command.ts"

/** The compile errors in `root`, for the build critic; null when no tool ran. `timeout_ms`: default 60 000 a tool. */
export async function detectBuildErrors(
  root: string,
  options: OwnParsers & {
    /** Milliseconds for each tool. Default 60 000. */
    readonly timeout_ms?: number | undefined
    /** The command line that builds. Default: by the manifests of `root`. */
    readonly command?: string | undefined
    /** Aborts the builds. Default: none. */
    readonly signal?: AbortSignal | undefined
    /** Where the builds run. Default: with the rights of this process. */
    readonly runner?: Runner | undefined
  } = {},
): Promise<ReadonlySet<string> | null> {
  const { timeout_ms = 60_000, command, signal, runner, parsers } = options
  const real = await realpath(root).catch(() => null)
  if (real === null) return null
  const tools = command === undefined ? findBuildTools(real) : [{ language: "", command }]
  const found = new Set<string>()
  let ran = 0
  for (const tool of tools) {
    const run = await runBuild(real, tool, { timeout_ms, signal, runner, parsers })
    if ("reason" in run) continue
    ran += 1
    for (const error of run.errors) found.add(buildErrorKey(error))
  }
  return ran === 0 ? null : found
}
