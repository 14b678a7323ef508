import type { RowNote, RowSource } from "../sources/source.ts"

/** News of a source. `standing`: something changed that no note tells. `live`: running work went on. */
export type News =
  | { readonly type: "note"; readonly source: string; readonly note: RowNote }
  | { readonly type: "standing" | "live"; readonly source: string }

export interface Feed {
  /** Hears what happens from now on. Returns a function that stops it. */
  listen(listener: (news: News) => void): () => void
  close(): void
}

/** Notes that are read at a time. */
const PAGE = 200

/**
 * Reads the sources every `poll_ms` while somebody listens, since a store in a file cannot notify. An error of one
 * source is reported and leaves the others running.
 */
export function createFeed(
  sources: readonly RowSource[],
  { poll_ms, on_error }: { readonly poll_ms: number; readonly on_error: (error: unknown) => void },
): Feed {
  const listeners = new Set<(news: News) => void>()
  const tell = (news: News): void => {
    for (const listener of listeners) listener(news)
  }
  const watched = sources.map((source) => watchSource(source, tell))
  let timer: NodeJS.Timeout | undefined
  let is_looking = false
  const look = async (): Promise<void> => {
    if (is_looking) return
    is_looking = true
    for (const watch of watched) await watch.look().catch(on_error)
    is_looking = false
    if (listeners.size > 0) timer = setTimeout(() => void look(), poll_ms)
  }
  return {
    listen(listener) {
      // Somebody who comes after a while without listeners hears only what is new.
      if (listeners.size === 0) for (const watch of watched) watch.forget()
      listeners.add(listener)
      if (listeners.size === 1) {
        clearTimeout(timer)
        void look()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearTimeout(timer)
      }
    },
    close() {
      listeners.clear()
      clearTimeout(timer)
    },
  }
}

function watchSource(source: RowSource, tell: (news: News) => void) {
  const { name } = source
  let position: number | null = null
  let pulse: { readonly standing: string; readonly live: string } | null = null
  return {
    forget(): void {
      position = null
      pulse = null
    },
    async look(): Promise<void> {
      for (let is_first = position === null; ; is_first = false) {
        // The first look tells the newest notes again: each listener knows which of them it has heard.
        const notes = await source.notes(position, PAGE)
        for (const note of notes) tell({ type: "note", source: name, note })
        position = notes.at(-1)?.position ?? position ?? 0
        if (is_first || notes.length < PAGE) break
        // A page goes out before the next one is read.
        await new Promise((resolve) => setImmediate(resolve))
      }
      const before = pulse
      pulse = await source.pulse()
      if (before === null) return
      if (before.standing !== pulse.standing) tell({ type: "standing", source: name })
      if (before.live !== pulse.live) tell({ type: "live", source: name })
    },
  }
}

/** 0 before the first note. */
export async function newestPosition({ notes }: RowSource): Promise<number> {
  return (await notes(null, 1)).at(-1)?.position ?? 0
}
