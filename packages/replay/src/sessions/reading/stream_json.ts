import { type ParsedElementInfo, Tokenizer, TokenParser, TokenType } from "@streamparser/json"
import type { FileRange } from "./lines.ts"

const BUFFER_BYTES = 64 * 1024
const MAX_DEPTH = 512
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** A value below the root, as it is completed; it may be taken out of `parent`, so that nothing grows. */
export interface FoundValue {
  readonly value: unknown
  /** Names and indices from the root. */
  readonly path: readonly (string | number | undefined)[]
  readonly parent: unknown
  readonly root: unknown
}

/** Feeds a JSON document, piece by piece, to a reader of its values. Throws an Error for anything but JSON. */
export interface JsonFeed {
  write(bytes: Uint8Array | string): void
  readonly is_done: boolean
}

/** `paths` in the words of the library: "$", "$.*", "$.*.*". */
export function openJsonFeed(paths: readonly string[], found: (value: FoundValue) => void): JsonFeed {
  const tokenizer = new Tokenizer({ stringBufferSize: BUFFER_BYTES })
  const parser = new TokenParser({ paths: [...paths] })
  let depth = 0
  let is_done = false
  tokenizer.onToken = (token) => {
    depth += depthChange(token.token)
    if (depth > MAX_DEPTH) throw new Error(`nested deeper than ${MAX_DEPTH}`)
    parser.write(token)
  }
  tokenizer.onError = (error) => {
    throw error
  }
  parser.onError = (error) => {
    throw error
  }
  tokenizer.onEnd = () => {
    if (!parser.isEnded) parser.end()
  }
  parser.onEnd = () => {
    is_done = true
  }
  parser.onValue = (value) => found(foundValue(value))
  return {
    write(bytes) {
      tokenizer.write(bytes)
    },
    get is_done() {
      return is_done
    },
  }
}

/** The bytes of part of a file, without a byte order mark at its start. */
export async function* readBytes(range: FileRange): AsyncGenerator<Uint8Array> {
  let is_first = true
  for await (const chunk of range.file.read(range.start, range.end)) {
    const is_marked = is_first && BYTE_ORDER_MARK.every((byte, index) => chunk[index] === byte)
    is_first = false
    yield is_marked ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk
  }
}

function depthChange(token: TokenType): number {
  if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) return 1
  return token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET ? -1 : 0
}

function foundValue({ value, key, parent, stack }: ParsedElementInfo): FoundValue {
  const above = stack.slice(1).map((element) => element.key)
  const root = stack.length === 0 ? value : (stack[1]?.value ?? parent)
  return { value, path: stack.length === 0 ? [] : [...above, key], parent, root }
}
