import { closeSync, constants, fstatSync, openSync, readSync, writeFileSync } from "node:fs"

const CREATED = constants.O_WRONLY | constants.O_CREAT
const WAYS = {
  read: constants.O_RDONLY,
  /** Follows no link in the file's own place. */
  read_no_link: constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0),
  append: CREATED | constants.O_APPEND,
  replace: CREATED | constants.O_TRUNC,
} as const
const NOT_WAITING = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/**
 * Opens a file in some way, calls `use` with it and its size, and closes it. A new file is for this user alone. Throws as the file
 * system does, and for a pipe or a device: those could keep the process waiting for ever. A file system that does not answer still can.
 */
export function withPlainFile<Result>(
  path: string,
  way: keyof typeof WAYS,
  use: (file: number, size: number) => Result,
): Result {
  const file = openSync(path, WAYS[way] | NOT_WAITING, 0o600)
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw new Error(`${path} is not a plain file`)
    return use(file, status.size)
  } finally {
    closeSync(file)
  }
}

export interface ReadPlainFile {
  /** Where to begin, given the size. Default: at the beginning. */
  readonly from?: (size: number) => number
  /** Bytes to read at most. Default: all. */
  readonly bytes?: number
  readonly way?: "read" | "read_no_link"
}

/** Bytes of a plain file, of the whole by default; throws as `withPlainFile` does. */
export function readPlainFile(
  path: string,
  { from = () => 0, bytes: most = Infinity, way = "read" }: ReadPlainFile = {},
): Buffer {
  return withPlainFile(path, way, (file, size) => {
    const start = Math.max(0, from(size))
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(size - start, most)))
    let length = 0
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, start + length)
    return bytes.subarray(0, length)
  })
}

/** Puts content in the place of what a plain file held; throws as `withPlainFile` does. */
export function writePlainFile(path: string, content: string | Uint8Array): void {
  withPlainFile(path, "replace", (file) => writeFileSync(file, content))
}
