const GENERATION = 50_000

/** Which lines of a transcript came before: a resumed session may begin with a copy of its history. */
export class SeenLines {
  #recent = new Set<string>()
  #older: ReadonlySet<string> = new Set()

  /** Whether an id comes again. The last fifty thousand are remembered, and at most twice as many. */
  repeats(id: string): boolean {
    if (this.#recent.has(id) || this.#older.has(id)) return true
    if (this.#recent.size >= GENERATION) {
      this.#older = this.#recent
      this.#recent = new Set()
    }
    this.#recent.add(id)
    return false
  }
}
