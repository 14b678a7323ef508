import { readdirSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { readProcessStat } from "./process_stat.ts"
import { endProcessTree } from "./start_process.ts"

export interface ProcessGroup {
  /** SIGTERM to the group, and SIGKILL if anyone is left `kill_after_ms` later. Further calls do nothing. */
  end(): void
  isEnding(): boolean
  /** Settles after `end`, when the group is empty or SIGKILL did not help. */
  readonly gone: Promise<void>
  /** Settles a little after `gone`; a pipe that is still open then is held outside the group. */
  readonly abandoned: Promise<void>
  /** Releases the group: no timer and no listener stays. */
  release(): void
}

const POLL_MS = 20
const ABANDON_MS = 250

/** The process group led by `pid`. While held, it is killed when this process exits or dies of an unhandled signal. */
export function holdProcessGroup(pid: number, kill_after_ms: number): ProcessGroup {
  const released = new AbortController()
  const gone = createGate()
  const abandoned = createGate()
  let ending = false
  const isAliveAfter = async (delay_ms: number) => {
    const deadline = performance.now() + delay_ms
    while (isAlive(pid) && performance.now() < deadline)
      await pause(POLL_MS, null, { signal: released.signal })
    return isAlive(pid)
  }
  const end = async () => {
    signalGroup(pid, "SIGTERM")
    if (await isAliveAfter(kill_after_ms)) {
      signalGroup(pid, "SIGKILL")
      await isAliveAfter(ABANDON_MS)
    }
    gone.open()
    await pause(ABANDON_MS, null, { signal: released.signal })
    abandoned.open()
  }
  track(pid)
  return {
    gone: gone.opened,
    abandoned: abandoned.opened,
    isEnding: () => ending,
    end() {
      if (ending) return
      ending = true
      end().catch(() => {
        // Released: the pauses were cut short.
      })
    },
    release() {
      released.abort()
      untrack(pid)
    },
  }
}

function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((settle) => (open = settle))
  return { opened, open }
}

function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32") {
    endProcessTree(pid)
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, 0)
  } catch {
    return false
  }
  return process.platform !== "linux" || hasLivingMember(pid)
}

/** In a container whose first process reaps no orphans, zombies keep a group alive; they do not count. */
function hasLivingMember(group: number): boolean {
  try {
    return readdirSync("/proc").some((entry) => {
      const stat = /^\d+$/.test(entry) ? readProcessStat(Number(entry)) : null
      return stat?.group === group && stat.state !== "Z" && stat.state !== "X"
    })
  } catch {
    // No file handle is left to look with.
    return true
  }
}

const held = new Set<number>()
const FATAL_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

function track(pid: number): void {
  if (held.size === 0) {
    process.on("exit", killHeld)
    for (const signal of FATAL_SIGNALS) process.on(signal, onFatalSignal)
  }
  held.add(pid)
}

function untrack(pid: number): void {
  held.delete(pid)
  if (held.size > 0) return
  process.off("exit", killHeld)
  for (const signal of FATAL_SIGNALS) process.off(signal, onFatalSignal)
}

function killHeld(): void {
  for (const pid of held) signalGroup(pid, "SIGKILL")
}

/** A separate group gets no Ctrl-C. Another handler of the signal decides; without one this process dies of it. */
function onFatalSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  killHeld()
  process.off(signal, onFatalSignal)
  process.kill(process.pid, signal)
}
