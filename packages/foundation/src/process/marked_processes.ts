import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { errorCode } from "../errors/error_code.ts"
import { isRunning, type ProcessIdentity } from "./process_identity.ts"
import { readProcessStat } from "./process_stat.ts"

/** A process that carries a mark, or inherited it with its environment. */
export interface MarkedProcess extends ProcessIdentity {
  /** Its command line, up to 200 characters. */
  readonly command: string
}

/** Holds the marks of every process that started another, outermost first. */
export const MARKS = "PROOFLOOP_RUN"
const LONGEST_COMMAND = 200
const POLL_MS = 20
/** Looks again, because a process may start others while it is being ended. */
const MOST_ROUNDS = 3

/** The variables that mark a process and its descendants, in any group or session. */
export function markedEnvironment(mark: string): Readonly<Record<string, string>> {
  return { [MARKS]: `${process.env[MARKS] ?? ""} ${mark}`.trim() }
}

/**
 * Running processes that carry a mark. null where the system cannot tell: only Linux can. A process without the mark
 * in its environment, or of another user, is not found.
 */
export function markedProcesses(mark: string): readonly MarkedProcess[] | null {
  if (process.platform !== "linux") return null
  try {
    return readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => markedProcess(Number(entry), mark) ?? [])
  } catch {
    return null
  }
}

/**
 * Ends processes that carry a mark: SIGTERM, and SIGKILL for those still there `kill_after_ms` later. Resolves to
 * those that still run, or null where the system cannot tell. Never rejects.
 */
export async function endMarkedProcesses(
  mark: string,
  {
    kill_after_ms = 2000,
  }: {
    /** Milliseconds between SIGTERM and SIGKILL. Default 2000. */
    readonly kill_after_ms?: number
  } = {},
): Promise<readonly MarkedProcess[] | null> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = markedProcesses(mark)
    if (found === null || found.length === 0) return found
    await endAll(found, mark, "SIGTERM", kill_after_ms)
    await endAll(found, mark, "SIGKILL", 250)
  }
  return markedProcesses(mark)
}

async function endAll(
  processes: readonly MarkedProcess[],
  mark: string,
  signal: "SIGTERM" | "SIGKILL",
  wait_ms: number,
): Promise<void> {
  const running = processes.filter(isRunning)
  for (const { pid, began } of running) {
    if (isStill(pid, mark, began)) send(pid, signal)
  }
  const deadline = performance.now() + wait_ms
  while (running.some(isRunning) && performance.now() < deadline) await pause(POLL_MS)
}

/** The number may belong to another process by now. */
function isStill(pid: number, mark: string, began: string | null): boolean {
  try {
    return markedProcess(pid, mark)?.began === began
  } catch {
    return false
  }
}

function send(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended, or we may not end it.
  }
}

function markedProcess(pid: number, mark: string): MarkedProcess | null {
  if (pid === process.pid || !carries(pid, mark)) return null
  const stat = readProcessStat(pid)
  if (stat === null || stat.state === "Z" || stat.state === "X") return null
  const command = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim()
  return { pid, began: stat.began, command: command.slice(0, LONGEST_COMMAND) }
}

function carries(pid: number, mark: string): boolean {
  const variable = textOf(`/proc/${pid}/environ`)
    .split("\0")
    .find((entry) => entry.startsWith(`${MARKS}=`))
  return (
    variable
      ?.slice(MARKS.length + 1)
      .split(" ")
      .includes(mark) ?? false
  )
}

/** "" for a process that has ended, or of another user. */
function textOf(place: string): string {
  try {
    return readFileSync(place, "utf8")
  } catch (error) {
    if (["EMFILE", "ENFILE"].includes(errorCode(error))) throw error
    return ""
  }
}
