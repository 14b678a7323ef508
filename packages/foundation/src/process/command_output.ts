export interface OutputBuffer {
  add(text: string): void
  text(): string
  /** Left out so far by `text()`. */
  truncatedBytes(): number
}

/**
 * Keeps the first and the last half of `max_bytes`, in memory bounded by twice that. `text()` cuts at line ends where
 * one is near, never inside a character. It says on a separate line how much is missing.
 */
export function createOutputBuffer(max_bytes: number): OutputBuffer {
  const head = createHead(Math.floor(max_bytes / 2))
  const tail = createTail(max_bytes - Math.floor(max_bytes / 2))
  let total = 0

  const parts = (): { readonly head: Buffer; readonly tail: Buffer } => {
    const start = head.bytes()
    const end = tail.bytes()
    return start.length + end.length === total
      ? { head: start, tail: end }
      : { head: endAtLine(start), tail: startAtLine(end) }
  }
  return {
    add(text) {
      const bytes = Buffer.from(text)
      total += bytes.length
      tail.add(head.add(bytes))
    },
    text() {
      const kept = parts()
      const missing = total - kept.head.length - kept.tail.length
      if (missing === 0) return Buffer.concat([kept.head, kept.tail]).toString()
      const marker = `[${missing} bytes of output left out]\n`
      const start = kept.head.toString()
      return `${start}${start === "" || start.endsWith("\n") ? "" : "\n"}${marker}${kept.tail.toString()}`
    },
    truncatedBytes() {
      const kept = parts()
      return total - kept.head.length - kept.tail.length
    },
  }
}

/** Takes bytes until it is full; `add` returns the rest. */
function createHead(capacity: number) {
  const pieces: Buffer[] = []
  let length = 0
  return {
    add(bytes: Buffer): Buffer {
      const fitting = bytes.subarray(0, capacity - length)
      if (fitting.length > 0) pieces.push(Buffer.from(fitting))
      length += fitting.length
      return bytes.subarray(fitting.length)
    },
    bytes: () => Buffer.concat(pieces),
  }
}

/** Keeps the last `capacity` bytes in one buffer of at most twice that, moved down whenever it is full. */
function createTail(capacity: number) {
  let store = Buffer.alloc(0)
  let length = 0
  return {
    add(bytes: Buffer): void {
      const fresh = bytes.subarray(Math.max(0, bytes.length - capacity))
      if (length + fresh.length > store.length) {
        const kept = Math.min(length, capacity)
        const needed = Math.max(kept + fresh.length, Math.min(capacity, store.length) * 2)
        const grown = needed > store.length ? Buffer.alloc(needed) : store
        store.copy(grown, 0, length - kept, length)
        store = grown
        length = kept
      }
      fresh.copy(store, length)
      length += fresh.length
    },
    bytes: () => store.subarray(Math.max(0, length - capacity), length),
  }
}

/** Without the unfinished last line, if it starts in the second half; else without an unfinished last character. */
function endAtLine(bytes: Buffer): Buffer {
  const line_end = bytes.lastIndexOf(10) + 1
  if (line_end > bytes.length / 2) return bytes.subarray(0, line_end)
  let end = bytes.length
  while (end > 0 && isContinuation(bytes[end - 1])) end--
  const lead = bytes[end - 1]
  if (lead === undefined || lead < 0xc0) return bytes.subarray(0, end)
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return bytes.subarray(0, end - 1 + size <= bytes.length ? end - 1 + size : end - 1)
}

/** Without the rest of an earlier line, if it ends in the first half; else without the rest of an earlier character. */
function startAtLine(bytes: Buffer): Buffer {
  const line_start = bytes.indexOf(10) + 1
  if (line_start > 0 && line_start < bytes.length / 2) return bytes.subarray(line_start)
  let start = 0
  while (start < bytes.length && isContinuation(bytes[start])) start++
  return bytes.subarray(start)
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
