/**
 * Remembers what follows from contents alone, such as a blob by its id, within a process that asks again: starting git
 * costs more than most answers. The oldest goes first, and what fills half of it is not kept.
 */
export function contentMemory<Value>(max_size: number, sizeOf: (value: Value) => number) {
  const kept = new Map<string, Value>()
  let size = 0
  return {
    get: (key: string): Value | undefined => kept.get(key),
    keep(key: string, value: Value): void {
      if (kept.has(key) || sizeOf(value) > max_size / 2) return
      kept.set(key, value)
      size += sizeOf(value)
      for (const [oldest, old] of kept) {
        if (size <= max_size) return
        kept.delete(oldest)
        size -= sizeOf(old)
      }
    },
  }
}
