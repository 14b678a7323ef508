import { RecentMap } from "./recent_map.ts"

const REMEMBERED = 50_000

/** Which lines of a transcript were read before: a session that was resumed or compacted holds copies of its history. */
export class SeenLines {
  readonly #ids = new RecentMap<true>(REMEMBERED)

  repeats(id: string | undefined): boolean {
    if (id === undefined) return false
    if (this.#ids.get(id) === true) return true
    this.#ids.set(id, true)
    return false
  }
}
