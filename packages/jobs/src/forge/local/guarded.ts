import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { type LockHolder, withLock } from "@proofloop/foundation/process"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Forge } from "../forge.ts"
import { ForgeError } from "../forge_error.ts"

/** The same methods, with errors of the file system and git as ForgeErrors. */
export function asForgeError<Methods extends Forge>(forge: Methods): Methods {
  return wrapped(forge) as Methods
}

function wrapped(part: object): object {
  const entries = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member === "object" && member !== null) return [name, wrapped(member)] as const
    if (typeof member !== "function" || name === "targetOf") return [name, member] as const
    const method = async (...args: readonly unknown[]) => translate(async () => member(...args) as unknown)
    return [name, method] as const
  })
  return Object.fromEntries(entries)
}

async function translate<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof ForgeError) throw error
    const message = cutCodePoints(thrownMessage(error), 300)
    throw new ForgeError(message, { retryable: PASSING.has(errorCode(error)), cause: error })
  }
}

const PASSING = new Set(["EMFILE", "ENFILE", "EBUSY", "EAGAIN", "ENOSPC", "ABORT_ERR"])

const INTERRUPTED = { retryable: true, problem: "interrupted" } as const

const LONGEST_WAIT_MS = 15_000

/** Does something while no other process changes the records of this folder; waits up to 15 seconds for its turn. */
export async function locked<Result>(
  folder: string,
  action: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const busy = ({ pid, host, claim }: LockHolder) => {
    const message = `${folder} is held by process ${pid} on ${host}. If that process is gone, delete ${claim}`
    return new ForgeError(message, { retryable: true })
  }
  const options = { wait_ms: LONGEST_WAIT_MS, signal, busy }
  return withLock(join(folder, "records"), options, action).catch((error: unknown) => {
    const is_stop = signal?.aborted === true && error === signal.reason
    throw is_stop ? new ForgeError("interrupted", { ...INTERRUPTED, cause: error }) : error
  })
}
