/** A map that forgets by halves: the last `size` entries are remembered, and at most twice as many. */
export class RecentMap<Value> {
  readonly #size: number
  #recent = new Map<string, Value>()
  #older: ReadonlyMap<string, Value> = new Map()

  constructor(size: number) {
    this.#size = size
  }

  get(key: string): Value | undefined {
    return this.#recent.get(key) ?? this.#older.get(key)
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= this.#size) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }
}
