import { resolve } from "node:path"
import { listTree } from "@proofloop/foundation/git"
import { findTestCommand } from "@proofloop/foundation/paths"
import { missingProgram } from "@proofloop/foundation/process"
import { requireFolder } from "../arguments/folders.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

export interface Work {
  readonly root: string
  readonly task: string
  readonly verify: string
  /** Every command whose result judges the work, `verify` first. */
  readonly checks: readonly string[]
}

/** The folder to work in. Throws Misuse if there is none. */
export function readRoot(input: Input, { cwd }: Io): string {
  const root = resolve(cwd, input.text("repo") ?? ".")
  requireFolder(root, "--repo")
  return root
}

/** Reads the task and the verification from the arguments. Throws Misuse. */
export async function readWork(input: Input, root: string): Promise<Work> {
  const [given] = input.positionals
  const named = input.text("task")
  if (given !== undefined && named !== undefined) throw new Misuse("TASK and --task exclude each other")
  const task = (given ?? named)?.trim()
  if (task === undefined || task === "") {
    throw new Misuse('run needs a task: proofloop run "Make the failing tests pass"')
  }
  const detected = await findTestCommand(root, { files: await listTree(root) })
  const verify = input.text("verify")?.trim() ?? detected ?? undefined
  if (verify === "") throw new Misuse('--verify: expected a command, got ""')
  if (verify === undefined) {
    throw new Misuse(
      `nothing can verify the work: neither a manifest nor the CI of ${root} tells how it is tested. Name a command that passes only when the task is done: --verify "npm test"`,
    )
  }
  const missing = missingProgram(verify, { cwd: root })
  if (missing !== null) {
    const message = `--verify: there is no program ${missing.name} that could verify the work`
    throw new Misuse(message, missing)
  }
  return { root, task, verify, checks: [...new Set([verify, ...(detected === null ? [] : [detected])])] }
}
