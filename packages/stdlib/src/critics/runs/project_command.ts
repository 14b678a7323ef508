import { existsSync } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { join, parse } from "node:path"
import { processFolder } from "@proofloop/foundation/files"
import { type CommandOutcome, runCommand } from "@proofloop/foundation/process"
import { type Runner, runRoomCommand } from "@proofloop/foundation/sandbox"
import type { OutputParser } from "@proofloop/runtime/detector"
import { type CheckOutcome, readCheck } from "@proofloop/runtime/internal/evidence"
import { withoutLeavings } from "./leavings.ts"

export interface OwnParsers {
  /** Asked before the built-in ones. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
}

export interface ProjectCommandOptions extends OwnParsers {
  readonly timeout_ms: number
  readonly signal?: AbortSignal | undefined
  /** Runs the command in a room of the tree. Default: with the rights and the environment of this process. */
  readonly runner?: Runner | undefined
  /** As `readCheck` takes it. */
  readonly isOwnModule?: ((module: string) => boolean) | undefined
}

/**
 * Runs a check of a project in `root`, in a separate process group and environment. With a runner it runs in a
 * room without the repository. Remains of a build are removed.
 */
export async function runProjectCheck(
  root: string,
  command: string,
  options: ProjectCommandOptions,
): Promise<CheckOutcome> {
  const outcome = await withoutLeavings(root, () => run(root, command, options))
  const { parsers, isOwnModule } = options
  return readCheck(outcome, { command, parsers, isOwnModule })
}

async function run(
  root: string,
  command: string,
  { timeout_ms, signal, runner }: ProjectCommandOptions,
): Promise<CommandOutcome> {
  if (runner !== undefined) return runRoomCommand(runner, { command, cwd: root, timeout_ms, signal })
  return runCommand({
    command,
    cwd: root,
    timeout_ms,
    signal,
    kill_after_ms: 2000,
    env: {
      PYTHONPYCACHEPREFIX: await freshBytecodeCache(root),
      PYTHONDONTWRITEBYTECODE: undefined,
      ...(await cargoTarget(root)),
    },
  })
}

/** A folder for Python's bytecode, which in `root` would hide an edit within one second. Removed with this process. */
async function freshBytecodeCache(root: string): Promise<string> {
  folder ??= processFolder("bytecode")
  const cache = await folder
  const own = join(cache, root.slice(parse(root).root.length))
  for (const name of await readdir(own).catch(() => [])) {
    if (!ENVIRONMENTS.has(name)) await rm(join(own, name), { recursive: true, force: true })
  }
  return cache
}

/** cargo's build folder, kept between runs: the project's own if it has one, else one of this process. */
async function cargoTarget(root: string): Promise<Readonly<Record<string, string>>> {
  if (process.env["CARGO_TARGET_DIR"] !== undefined || !existsSync(join(root, "Cargo.toml"))) return {}
  if (existsSync(join(root, "target"))) return {}
  folder ??= processFolder("bytecode")
  return { CARGO_TARGET_DIR: join(await folder, "cargo", root.slice(parse(root).root.length)) }
}

const ENVIRONMENTS: ReadonlySet<string> = new Set([".venv", "venv", ".tox"])

let folder: Promise<string> | undefined
