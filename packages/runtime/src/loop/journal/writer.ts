import type { JournalStore } from "./store.ts"

export interface Writer {
  append(line: string): Promise<void>
  close(): Promise<void>
}

/** Writes one line at a time, in the order of the calls; after a failure every later line fails alike. */
export function createWriter(store: JournalStore): Writer {
  let queue = Promise.resolve()
  let broken: { readonly error: unknown } | null = null
  return {
    append(line) {
      const written = queue.then(async () => {
        if (broken !== null) throw broken.error
        await store.append(line)
      })
      queue = written.catch((error: unknown) => {
        broken ??= { error }
      })
      return written
    },
    async close() {
      await queue
      broken ??= { error: new Error("the run is over") }
      await store.close()
    },
  }
}
