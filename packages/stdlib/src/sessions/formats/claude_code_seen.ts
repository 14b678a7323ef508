const MAX_REMEMBERED = 100_000

/** Which lines of a transcript came before: a resumed session may begin with a copy of its history. */
export class SeenLines {
  readonly #ids = new Set<string>()

  /** Whether an id comes again, of the last hundred thousand. */
  repeats(id: string): boolean {
    if (this.#ids.has(id)) return true
    if (this.#ids.size >= MAX_REMEMBERED) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest)
        break
      }
    }
    this.#ids.add(id)
    return false
  }
}
