import { rm } from "node:fs/promises"
import { temporaryFolder } from "../files/temporary_folder.ts"
import { bubblewrap } from "./bubblewrap.ts"
import { findProgram } from "./find_program.ts"
import { hostRunner } from "./host_runner.ts"
import { roomLimits } from "./run_in_room.ts"
import type { RoomLimits, Runner } from "./runner.ts"

/** No sandbox works here, and the owner did not allow running without one. */
export class NoSandboxError extends Error {
  readonly code = "no_sandbox"
  readonly reason: string

  constructor(reason: string) {
    super(
      `no sandbox for commands that a model decided: ${reason}. Install bubblewrap (bwrap), or let them run with your own ` +
        "rights: --unsafe-host-runner, the option unsafe_host_runner",
    )
    this.name = "NoSandboxError"
    this.reason = reason
  }
}

/**
 * The runner for commands that a model or a stranger's text decided: bubblewrap where it works, tried once in a
 * process. With `unsafe_host_runner` always this machine itself. The limits apply to commands without their own.
 * Rejects with NoSandboxError, and with InvalidOptionError for an impossible limit.
 */
export async function openRunner({
  unsafe_host_runner = false,
  ...asked
}: RoomLimits & {
  /** Runs commands with the rights of this process, without any sandbox. Default false. */
  readonly unsafe_host_runner?: boolean | undefined
} = {}): Promise<Runner> {
  const limits = roomLimits(asked)
  if (unsafe_host_runner) return limited(hostRunner(), limits)
  const reason = await sandboxMissing()
  if (reason !== null) throw new NoSandboxError(reason)
  return limited(bubblewrap(), limits)
}

function limited(runner: Runner, limits: RoomLimits): Runner {
  return {
    sandbox: runner.sandbox,
    async open(tree, options) {
      const room = await runner.open(tree, options)
      return { ...room, run: (command) => room.run({ ...limits, ...command }) }
    },
  }
}

/** Why there is no sandbox here; null when there is one. Each bwrap is tried once in a process. */
export async function sandboxMissing(): Promise<string | null> {
  if (process.platform !== "linux") return `bubblewrap is for Linux, this is ${process.platform}`
  const program = findProgram("bwrap")
  if (program === null) return "bwrap is not installed"
  const known = tried.get(program)
  if (known !== undefined) return known
  const reason = tryBubblewrap()
  tried.set(program, reason)
  return reason
}

const tried = new Map<string, Promise<string | null>>()

async function tryBubblewrap(): Promise<string | null> {
  const tree = await temporaryFolder("probe")
  const room = await bubblewrap().open(tree)
  try {
    const { exit_code, spawn_error, output } = await room.run({ command: "exit 7", timeout_ms: 30_000 })
    return exit_code === 7 ? null : `bwrap does not work here: ${spawn_error ?? output.trim().slice(0, 200)}`
  } finally {
    await room.close()
    await rm(tree, { recursive: true, force: true })
  }
}
