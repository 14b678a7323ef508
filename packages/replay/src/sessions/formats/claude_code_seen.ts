import { RecentMap } from "../recent_map.ts"

const REMEMBERED = 50_000

/** Which lines of a transcript were read before: a resumed session may begin with a copy of its history. */
export class SeenLines {
  readonly #ids = new RecentMap<true>(REMEMBERED)

  repeats(id: string): boolean {
    if (this.#ids.get(id) === true) return true
    this.#ids.set(id, true)
    return false
  }
}
