import { readdirSync, readFileSync } from "node:fs"

/** By open(2). */
const CLOSED_BY_EXEC = 0o2000000

/**
 * Numbers, from 3 on, of open files that a child process would inherit because this process was started with them.
 * Linux only; empty elsewhere.
 */
export function inheritedFiles(): readonly number[] {
  if (process.platform !== "linux") return []
  try {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .filter((number) => number > 2 && isInherited(number))
  } catch {
    return []
  }
}

/** What is gone is the listing's own. */
function isInherited(number: number): boolean {
  try {
    const [, flags] =
      /^flags:\s{1,20}([0-7]{1,20})$/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, "latin1")) ?? []
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_BY_EXEC) === 0
  } catch {
    return false
  }
}
