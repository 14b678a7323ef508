import type { FoldedLog } from "./told_twice.ts"

export interface Snapshot extends FoldedLog {
  readonly version: string
  /** Bytes of the log that are folded in it. */
  readonly end: number
}

export interface Snapshots {
  /** Null without a snapshot of that version. */
  read(folder: string, version: string): Snapshot | null
  write(folder: string, snapshot: Snapshot): void
}

export interface SessionMemory extends Snapshots {
  /** Passes on all snapshots that were not passed on yet. */
  flush(): void
}

interface Held {
  readonly snapshot: Snapshot
  /** The end of the last passed snapshot. */
  readonly kept_end: number
}

/** Most bytes of a log that a later process has to fold again. */
const MAX_UNKEPT = 64 * 1024

/**
 * Holds the snapshots of the latest sessions, at most `max_sessions`; the others are in `below`. A lost snapshot costs
 * only a new fold, because the log has every event.
 */
export function createSessionMemory(below: Snapshots, max_sessions: number): SessionMemory {
  const sessions = new Map<string, Held>()
  const handOn = (folder: string, { snapshot, kept_end }: Held) => {
    if (snapshot.end > kept_end) below.write(folder, snapshot)
  }
  return {
    read(folder, version) {
      const held = sessions.get(folder)
      return held?.snapshot.version === version ? held.snapshot : below.read(folder, version)
    },
    write(folder, snapshot) {
      const known = sessions.get(folder)
      const kept_end = known?.snapshot.version === snapshot.version ? known.kept_end : 0
      const is_due = snapshot.end - kept_end > MAX_UNKEPT || snapshot.end < kept_end
      if (is_due) below.write(folder, snapshot)
      // The most recent one is the last of the map.
      sessions.delete(folder)
      sessions.set(folder, { snapshot, kept_end: is_due ? snapshot.end : kept_end })
      if (sessions.size <= max_sessions) return
      const [oldest] = sessions
      if (oldest === undefined) return
      sessions.delete(oldest[0])
      handOn(...oldest)
    },
    flush() {
      for (const entry of sessions) handOn(...entry)
      sessions.clear()
    },
  }
}
