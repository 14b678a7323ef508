import type { JournalStore } from "../loop/journal/store.ts"

export interface MemoryJournal extends JournalStore {
  /** The records kept so far, one line each. */
  readonly lines: readonly string[]
  /** Settles when the process that wrote here has died; never without `dies_before`. */
  readonly died: Promise<void>
}

export interface MemoryJournalOptions {
  /** What an earlier process left. */
  readonly lines?: readonly string[] | undefined
  /**
   * The process dies before the record with this 0-based index is kept: neither this append nor a later one settles, so
   * the run stands still. Default: it lives.
   */
  readonly dies_before?: number | undefined
}

/** A journal in memory, which can stop a run between any two records like a crash. */
export function memoryJournal({ lines = [], dies_before }: MemoryJournalOptions = {}): MemoryJournal {
  const kept = [...lines]
  let die = (): void => undefined
  const died = new Promise<void>((resolve) => {
    die = resolve
  })
  return {
    name: "memory",
    lines: kept,
    died,
    read: () => Promise.resolve([...kept]),
    append(line) {
      if (dies_before !== undefined && kept.length >= dies_before) {
        die()
        return new Promise(() => undefined)
      }
      kept.push(line)
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}
