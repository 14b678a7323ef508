/** One touched path: its content before and now, whatever the action was. null: no file. */
export interface FileChange {
  /** Relative to the root, with "/". */
  readonly path: string
  /** Its bytes before the change; null: the change makes it. */
  readonly before: Uint8Array | null
  /** Its bytes now; null: the change deletes it. */
  readonly after: Uint8Array | null
}

/** Every touched path of one change, each once, in the order in which it was touched. */
export interface ChangeSet {
  readonly files: readonly FileChange[]
}

/** A change from plain texts; a missing or null side means no file. Throws when a path comes twice. */
export function changeSet(
  files: ReadonlyArray<{
    /** Relative to the root, with "/". */
    readonly path: string
    /** Content before the change. Default: no file. */
    readonly before?: string | Uint8Array | null | undefined
    /** Content after the change. Default: no file. */
    readonly after?: string | Uint8Array | null | undefined
  }>,
): ChangeSet {
  const seen = new Set<string>()
  return {
    files: files.map(({ path, before, after }) => {
      if (seen.has(path)) throw new Error(`${path} is in the change twice`)
      seen.add(path)
      return { path, before: bytesOf(before), after: bytesOf(after) }
    }),
  }
}

/** The text of valid UTF-8 without its byte order mark; null for no file and for anything else. */
export function strictText(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  const known = decoded.get(bytes)
  if (known !== undefined) return known
  const text = decode(bytes)
  decoded.set(bytes, text)
  return text
}

/** A critic after the other asks for the same bytes; who has them does not write into them. */
const decoded = new WeakMap<Uint8Array, string | null>()

function decode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

/** The text with invalid bytes left out; null for no file. */
export function lenientText(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  return strictText(bytes) ?? replacedText(bytes).replaceAll("\ufffd", "")
}

/** The text with U+FFFD for invalid bytes. */
export function replacedText(bytes: Uint8Array): string {
  return replacing.decode(bytes)
}

const strict = new TextDecoder("utf-8", { fatal: true })
const replacing = new TextDecoder("utf-8")
const encoder = new TextEncoder()

function bytesOf(content: string | Uint8Array | null | undefined): Uint8Array | null {
  if (content === null || content === undefined) return null
  return typeof content === "string" ? encoder.encode(content) : content
}
