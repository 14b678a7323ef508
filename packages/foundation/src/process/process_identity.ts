import { errorCode } from "../errors/error_code.ts"
import { readProcessStat } from "./process_stat.ts"

/** A process, told by its start time from a later one with the same number, where the system says so. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it started, as the system counts; null where the system does not say. */
  readonly began: string | null
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, began: readProcessStat(process.pid)?.began ?? null }
}

export function isRunning({ pid, began }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === "EPERM"
  }
  const stat = readProcessStat(pid)
  if (stat === null) return true
  // A zombie has ended; its parent has not reaped it yet.
  return stat.state !== "Z" && (began === null || began === stat.began)
}
