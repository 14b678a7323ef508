const FIRST_SLOTS = 1 << 12
/** 32 MB. What comes later is not remembered, so its copies count. */
const MOST_SLOTS = 1 << 22

/** The turns of the runs before, by their keys. */
export class Copies {
  #slots = new Float64Array(FIRST_SLOTS)
  #count = 0

  /** How many turns at the head of a run were in runs before; those of the run are from now on. */
  see(keys: Float64Array): number {
    const first = keys.findIndex((key) => this.#slots[this.#slotOf(key)] !== key)
    for (const key of keys) this.#add(key)
    return first === -1 ? keys.length : first
  }

  #add(key: number): void {
    const slot = this.#slotOf(key)
    if (this.#slots[slot] === key) return
    if (4 * this.#count >= 3 * this.#slots.length) {
      if (this.#slots.length >= MOST_SLOTS) return
      const before = this.#slots
      this.#slots = new Float64Array(2 * before.length)
      for (const held of before) if (held !== 0) this.#slots[this.#slotOf(held)] = held
      this.#add(key)
      return
    }
    this.#slots[slot] = key
    this.#count += 1
  }

  /** The slot that holds the key, or the free one for it. */
  #slotOf(key: number): number {
    let slot = key % this.#slots.length
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== key) slot = (slot + 1) % this.#slots.length
    return slot
  }
}
