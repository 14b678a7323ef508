import { literalSearch } from "@proofloop/foundation/text"

/** Finds in one pass which lists of literal strings occur in a text. */
export interface LiteralIndex {
  /** 1 at the place of each list that occurs. */
  find(text: string): Uint8Array
}

interface Candidate {
  readonly list: number
  readonly bytes: Uint8Array
  /** Where in it its rarest four bytes end. */
  readonly end: number
}

const BUCKETS = 1 << 16
const WINDOW = 4
/** Characters that are read at once, plus the length of the longest literal. */
const PIECE = 8 * 1024
/** Characters after which an index pays: before, it runs as bytecode, and to search for each literal costs less. */
const MOST_SEARCHED = 512 * 1024
/** What a text costs beside its characters. */
const EACH_TEXT = 2048
const encoder = new TextEncoder()

/** Searches for each literal at first: a process that reads one output makes no index. `most_searched`: how long. */
export function createLiteralIndex(
  lists: readonly (readonly string[])[],
  most_searched = MOST_SEARCHED,
): LiteralIndex {
  let searched = 0
  let index: LiteralIndex | null = null
  return {
    find(text) {
      searched += text.length + EACH_TEXT
      if (searched > most_searched) return (index ??= createByteIndex(lists)).find(text)
      const holds = literalSearch(text)
      return Uint8Array.from(lists, (literals) => Number(literals.some(holds)))
    },
  }
}

/**
 * Reads the text as UTF-8 in pieces, because bytes are several times faster to read than characters. A rolling key
 * looks up every four bytes. A literal is compared only where its rarest place has the same key; literals shorter
 * than four bytes are searched one by one.
 */
function createByteIndex(lists: readonly (readonly string[])[]): LiteralIndex {
  const commonness = commonnessOfBytes()
  const buckets: (Candidate[] | undefined)[] = []
  const table = new Uint16Array(BUCKETS)
  const short: { readonly list: number; readonly literal: string }[] = []
  let longest = 0
  for (const [list, literals] of lists.entries()) {
    for (const literal of literals) {
      const bytes = encoder.encode(literal)
      if (bytes.length < WINDOW) {
        short.push({ list, literal })
        continue
      }
      longest = Math.max(longest, literal.length)
      const end = rarestEnd(bytes, commonness)
      const key = keyAt(bytes, end)
      table[key] ||= buckets.push([])
      buckets[(table[key] ?? 1) - 1]?.push({ list, bytes, end })
    }
  }
  // One more, because the end of a piece may cut a character in two.
  const overlap = longest + 1
  const bytes = new Uint8Array(1 + 3 * (PIECE + overlap))
  // Behind one byte that is nothing, so that four of them end at every place.
  const read = bytes.subarray(1)

  function look(length: number, found: Uint8Array): void {
    for (
      let at = nextKnown(table, bytes, WINDOW, length);
      at < length;
      at = nextKnown(table, bytes, at + 1, length)
    ) {
      for (const candidate of buckets[(table[keyAt(bytes, at)] ?? 1) - 1] ?? []) {
        if (found[candidate.list] === 0 && isAt(bytes, length, at, candidate)) found[candidate.list] = 1
      }
    }
  }

  return {
    find(text) {
      const found = new Uint8Array(lists.length)
      for (const { list, literal } of short) if (text.includes(literal)) found[list] = 1
      for (let from = 0; from === 0 || from + overlap < text.length; from += PIECE) {
        look(1 + encoder.encodeInto(text.slice(from, from + PIECE + overlap), read).written, found)
      }
      return found
    },
  }
}

function isAt(text: Uint8Array, length: number, index: number, { bytes, end }: Candidate): boolean {
  const start = index - end
  if (start < 0 || start + bytes.length > length) return false
  for (let at = 0; at < bytes.length; at += 1) if (text[start + at] !== bytes[at]) return false
  return true
}

/** The next place whose four bytes have a bucket. The loop calls nothing, which makes it twice as fast. */
function nextKnown(table: Uint16Array, bytes: Uint8Array, from: number, length: number): number {
  let key = keyAt(bytes, from - 1)
  for (let at = from; at < length; at += 1) {
    key = ((key << 4) ^ (bytes[at] ?? 0)) & (BUCKETS - 1)
    if (table[key] !== 0) return at
  }
  return length
}

/** The key of the four bytes that end there: 16 bits, so each shift of 4 drops the oldest byte. */
function keyAt(bytes: Uint8Array, end: number): number {
  let key = 0
  for (let at = end + 1 - WINDOW; at <= end; at += 1) key = (key << 4) ^ (bytes[at] ?? 0)
  return key & (BUCKETS - 1)
}

/** The last of the four bytes that logs hold least often: letters and spaces are common, marks are not. */
function rarestEnd(bytes: Uint8Array, commonness: Uint8Array): number {
  let best = WINDOW - 1
  let least = Infinity
  let common = 0
  for (let end = 0; end < bytes.length; end += 1) {
    common += commonness[bytes[end] ?? 0] ?? 0
    if (end >= WINDOW) common -= commonness[bytes[end - WINDOW] ?? 0] ?? 0
    if (end < WINDOW - 1 || common >= least) continue
    best = end
    least = common
  }
  return best
}

function commonnessOfBytes(): Uint8Array {
  const all = new Uint8Array(256).fill(1)
  const set = (characters: string, value: number) => {
    for (let at = 0; at < characters.length; at += 1) all[characters.charCodeAt(at)] = value
  }
  set("0123456789./:\n-", 3)
  set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 4)
  set(" aceilmnoprstACEILMNOPRST", 5)
  return all
}
