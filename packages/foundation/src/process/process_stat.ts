import { readFileSync } from "node:fs"

export interface ProcessStat {
  /** One letter; Z is a zombie: it has ended, and its parent has not reaped it yet. */
  readonly state: string
  readonly parent: number
  readonly group: number
  /** Start time, in clock ticks since boot. */
  readonly began: string
}

/** null: the process is gone, or the system is not Linux. */
export function readProcessStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The command in parentheses may have spaces and parentheses in it (proc(5)).
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const [state, parent, group] = fields
    const began = fields[19]
    return state === undefined || began === undefined
      ? null
      : { state, parent: Number(parent), group: Number(group), began }
  } catch {
    return null
  }
}
