import { readFileSync } from "node:fs"
import { errorCode } from "../errors/error_code.ts"

/** A process that is told from a later one with the same number by when it began, where the system says so. */
export interface ProcessIdentity {
  readonly pid: number
  readonly began: string | null
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, began: statusOf(process.pid)?.began ?? null }
}

/** Whether this other process still runs. */
export function isRunning({ pid, began }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === "EPERM"
  }
  const status = statusOf(pid)
  if (status === null) return true
  // A zombie has ended; its parent has not read its exit code yet.
  return status.state !== "Z" && (began === null || began === status.began)
}

/** Linux alone tells; the command in parentheses may have spaces and parentheses in it (proc(5)). */
function statusOf(pid: number): { readonly state: string; readonly began: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const [state, began] = [fields[0], fields[19]]
    return state === undefined || began === undefined ? null : { state, began }
  } catch {
    return null
  }
}
