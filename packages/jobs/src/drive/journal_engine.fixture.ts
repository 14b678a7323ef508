import type { Engine } from "./job.ts"

/** What a durable engine remembers of one turn, in order. */
export interface Journal {
  readonly records: { readonly key: string; readonly value: string }[]
  /** How often effects ran, by key. */
  readonly ran: string[]
}

export class Crash extends Error {}

export interface CrashOptions {
  /** It crashes when this many effects have run, before the last of them is recorded. Default: never. */
  readonly crash_after?: number
  /** It crashes when one more than this many effects is asked for. Default: never. */
  readonly crash_before?: number
}

/**
 * A durable engine that replays by position, as DBOS does, and is strict: another key at a recorded position
 * is a defect.
 */
export function journalEngine(
  journal: Journal,
  { crash_after = Infinity, crash_before = Infinity }: CrashOptions = {},
): Engine {
  let position = 0
  let has_crashed = false
  const crash = (where: string): never => {
    has_crashed = true
    throw new Crash(where)
  }
  return {
    is_durable: true,
    signal: new AbortController().signal,
    async step<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
      if (has_crashed) throw new Crash("the process is gone")
      const at = position
      position += 1
      const known = journal.records[at]
      if (known !== undefined) {
        if (known.key !== key) throw new Error(`journal mismatch: ${known.key} is recorded, not ${key}`)
        return JSON.parse(known.value).value as Result
      }
      if (journal.ran.length >= crash_before) crash(`before ${key}`)
      const value = await run()
      journal.ran.push(key)
      if (journal.ran.length >= crash_after) crash(`after ${key}`)
      // Parts that run at the same time may end in another order than they began.
      journal.records[at] = { key, value: JSON.stringify({ value }) }
      return JSON.parse(JSON.stringify({ value })).value as Result
    },
  }
}

export function newJournal(): Journal {
  return { records: [], ran: [] }
}
