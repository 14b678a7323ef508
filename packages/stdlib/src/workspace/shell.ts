import type { Workspace } from "@proofloop/foundation/files"
import { workspaceDigest } from "@proofloop/foundation/git"
import { runCommand } from "@proofloop/foundation/process"
import { type Runner, runRoomCommand } from "@proofloop/foundation/sandbox"
import type { JsonObject } from "@proofloop/foundation/text"
import { defineTool, type Tool, type ToolAnnotations } from "@proofloop/runtime"
import { declaredCheck } from "@proofloop/runtime/internal/evidence"
import * as z from "zod"

export interface ShellOptions {
  /** Default 120 000; a call may ask for less. */
  readonly timeout_ms: number
  /** Default 256 KiB, half of it from the start and half from the end. */
  readonly max_output_bytes: number
  /** Runs each command in a separate room, without the network; the repository is readable. Default: none. */
  readonly runner?: Runner | undefined
}

/** Runs commands in the root; one listed in `checks` is verification, any other observation. */
export function shellTool(workspace: Workspace, checks: readonly string[], options: ShellOptions): Tool {
  return defineTool({
    name: "shell",
    description: `Run a shell command in the workspace root. No input can be typed. Ends after ${options.timeout_ms / 1000} seconds.`,
    input: z.strictObject({
      command: z.string().min(1),
      timeout_ms: z
        .int()
        .min(1)
        .max(options.timeout_ms)
        .optional()
        .describe("End the command after this time"),
    }),
    // A shell without checks declares that nothing it runs can verify.
    annotations:
      checks.length === 0
        ? OBSERVATION
        : (call_arguments) => shellAnnotations(call_arguments, checks, workspace.root),
    content_digest: () => workspaceDigest(workspace.root),
    async run({ command, timeout_ms }, { signal, env }) {
      if (command.trim() === "") return { ok: false, error: "the command is empty" }
      const { max_output_bytes, runner } = options
      const limits = { timeout_ms: timeout_ms ?? options.timeout_ms, max_output_bytes, signal }
      const asked = { command, cwd: workspace.root, env, ...limits }
      const outcome = await (runner === undefined
        ? runCommand(asked)
        : runRoomCommand(runner, asked, { git: "read-only" }))
      if (outcome.spawn_error !== null) return { ok: false, error: outcome.spawn_error }
      const status = outcome.timed_out
        ? "timed out"
        : outcome.aborted
          ? "aborted"
          : outcome.exit_code === null
            ? `ended by ${outcome.signal}`
            : `exit code ${outcome.exit_code}`
      const ok = outcome.exit_code === 0 && !outcome.timed_out && !outcome.aborted
      return {
        ok,
        output: ok
          ? outcome.output
          : `${outcome.output}${/(^|\n)$/.test(outcome.output) ? "" : "\n"}[${status}]`,
        ...(outcome.exit_code === null ? {} : { exit_code: outcome.exit_code }),
        timed_out: outcome.timed_out,
        ...(outcome.aborted ? { status: "interrupted" } : {}),
      }
    },
  })
}

function shellAnnotations(
  call_arguments: JsonObject,
  checks: readonly string[],
  root: string,
): ToolAnnotations {
  const { command } = call_arguments
  const check_id = typeof command === "string" ? declaredCheck(command, checks, root) : undefined
  // A check may run at any time and any number of times.
  return check_id === undefined
    ? OBSERVATION
    : { kind: "execute", evidence_role: "verification", check_id, idempotent: true }
}

const OBSERVATION: ToolAnnotations = { kind: "execute", evidence_role: "observation" }
