import { type CommandOutcome, runCommand } from "@proofloop/foundation/process"
import { isEnvironmentFailure, type ReadOutput } from "@proofloop/runtime"
import { freshBytecodeCache } from "./bytecode_cache.ts"

export interface ProjectCommandOptions {
  readonly timeout_ms: number
  readonly signal?: AbortSignal | undefined
}

/** Runs a command line of the project in `root`, in a process group and environment of its own. */
export async function runProjectCommand(
  root: string,
  command: string,
  { timeout_ms, signal }: ProjectCommandOptions,
): Promise<CommandOutcome> {
  return runCommand({
    command,
    cwd: root,
    timeout_ms,
    signal,
    kill_after_ms: 2000,
    env: { PYTHONPYCACHEPREFIX: await freshBytecodeCache(root), PYTHONDONTWRITEBYTECODE: undefined },
  })
}

/** Why an outcome says nothing about the code, or null. */
export function reasonNotRun(
  command: string,
  { exit_code, signal, timed_out, aborted, spawn_error, duration_ms }: CommandOutcome,
): string | null {
  if (aborted) return `${command} was interrupted`
  if (timed_out) return `${command} timed out after ${Math.round(duration_ms / 1000)} s`
  if (spawn_error !== null) return `${command} could not be started: ${spawn_error}`
  if (exit_code === null) return `${command} was ended by ${signal ?? "a signal"}`
  return exit_code === 126 || exit_code === 127 ? `${command} could not be started: not installed` : null
}

/** Why a failing command whose output names no failure lacks something that no edit can give, or null. */
export function reasonLacking(command: string, { parsed }: ReadOutput, output: string): string | null {
  const lacking = parsed.diagnostics.find(({ kind }) => kind === "environment")
  if (lacking === undefined && !isEnvironmentFailure(output.slice(-16_384))) return null
  const line = lacking?.message.split("\n", 1)[0] ?? output.trim().split("\n").at(-1) ?? ""
  return `${command} lacks something outside the code: ${line.slice(0, 200)}`
}
