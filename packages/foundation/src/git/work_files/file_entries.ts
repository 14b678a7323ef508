import { createHash, type Hash } from "node:crypto"
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from "node:fs"
import { setImmediate as turn } from "node:timers/promises"
import { errorCode } from "../../errors/error_code.ts"
import { type FileStatus, isSameStatus, isSettled, modeOf, statusKey, statusText } from "./file_status.ts"

/** One file as it was read. */
export interface FileEntry {
  /** Kind and digest of its content; of a link out of the root also those of the file it leads to. */
  readonly text: string
  /** null: in a folder that nobody of this user can enter, or told by its key. */
  readonly status: FileStatus | null
  /** Its `statusKey`, where an earlier reading knew it by that. */
  readonly key?: string
}

/** What an earlier reading, perhaps by another process, knew of a settled file. */
export interface KnownFile extends FileEntry {
  readonly key: string
}

/** What tells a file that was read at `read_ms` from any later one; null where its next change might not show. */
export function settledKey({ status, key }: FileEntry, read_ms: number): string | null {
  return key ?? (status === null || !isSettled(status, read_ms) ? null : statusKey(status))
}

/** The files of one folder: mode and content, kept while their status stays the same. */
export interface FileEntries {
  /** null without a file. Rejects when no file handle is left. */
  entryOf(file: WorkFile): FileEntry | null | Promise<FileEntry | null>
  /** When the entries are many, forgets files that nobody asked about since the last call. */
  endReading(): void
}

/** A file by its path below the root; `name_bytes` where the path is not UTF-8. */
export interface WorkFile {
  readonly path: string
  readonly name_bytes?: Buffer | undefined
}

/** A larger file is judged by its status alone: reading its content would take minutes. */
const CONTENT_BYTES = 4 * 2 ** 30
/** A larger file is read in pieces, so that other work gets its turn. */
const PIECE_BYTES = 1024 * 1024
const MOST_UNASKED = 1000

export const SPECIAL = "special "

interface Known {
  readonly entry: FileEntry & { readonly status: FileStatus }
  reading: number
}

const PRIVATE: FileEntry = { text: "private", status: null }

/** `knownFile`: what an earlier reading knew; the status tells any change since. */
export function createFileEntries(
  root: string,
  knownFile: (path: string) => KnownFile | undefined = () => undefined,
): FileEntries {
  const known = new Map<string, Known>()
  let reading = 0
  let asked = 0
  const keep = (path: string, { status, text, read_ms }: Read): FileEntry => {
    const entry = { text, status }
    if (isSettled(status, read_ms)) known.set(path, { entry, reading })
    else known.delete(path)
    return entry
  }
  const entryAt = (path: string, place: string | Buffer): FileEntry | null | Promise<FileEntry | null> => {
    const status = statusOf(place)
    if (status === "private") return PRIVATE
    if (status === null || status.isDirectory()) return null
    if (status.isSymbolicLink()) return linkEntry(path, place, status)
    const before = known.get(path)
    if (before !== undefined && isSameStatus(before.entry.status, status)) {
      before.reading = reading
      return before.entry
    }
    const earlier = before === undefined ? knownFile(path) : undefined
    if (earlier !== undefined && earlier.key === statusKey(status)) return earlier
    const read = readEntry(place, status)
    return read instanceof Promise ? read.then((late) => keep(path, late)) : keep(path, read)
  }
  // A file below the root counts by itself, or is ignored whatever leads to it.
  const linkEntry = async (path: string, place: string | Buffer, status: FileStatus): Promise<FileEntry> => {
    const hash = createHash("sha256").update(readlinkSync(place, { encoding: "buffer" }))
    const target = targetOf(place, root)
    const there = target === null ? null : await entryAt(`${path}\0target`, target)
    const text = `link ${hash.update(there?.text ?? "").digest("hex")}`
    const other = there?.status ?? null
    // Times of a change only grow, and so does their sum.
    return {
      text,
      status: other === null ? status : { ...other, ctimeNs: status.ctimeNs + other.ctimeNs },
    }
  }
  return {
    entryOf({ path, name_bytes }) {
      asked += 1
      const place = name_bytes === undefined ? `${root}/${path}` : bytesPath(root, path, name_bytes)
      return entryAt(path, place)
    },
    endReading() {
      if (known.size > asked + MOST_UNASKED) {
        for (const [path, entry] of known) if (entry.reading !== reading) known.delete(path)
      }
      reading += 1
      asked = 0
    },
  }
}

function bytesPath(root: string, path: string, name_bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${root}/${path.slice(0, path.lastIndexOf("/") + 1)}`), name_bytes])
}

/** `private`: in a folder without permission to enter, which a check of the same user cannot read either. */
function statusOf(place: string | Buffer): BigIntStats | "private" | null {
  try {
    return lstatSync(place, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (["EACCES", "EPERM"].includes(errorCode(error))) return "private"
    throw error
  }
}

/** Where a link leads in the end; null where it leads nowhere, or not out of the root. */
function targetOf(place: string | Buffer, root: string): Buffer | null {
  try {
    const target = realpathSync(place, { encoding: "buffer" })
    return `${target.toString()}/`.startsWith(`${root}/`) ? null : target
  } catch {
    return null
  }
}

interface Read {
  readonly status: FileStatus
  readonly text: string
  readonly read_ms: number
}

function readEntry(place: string | Buffer, status: BigIntStats): Read | Promise<Read> {
  const read_ms = Date.now()
  if (!status.isFile()) return { status, text: `${SPECIAL}${status.mode} ${status.rdev}`, read_ms }
  if (status.size > CONTENT_BYTES) return { status, text: statusText(status), read_ms }
  const opened = openFile(place)
  if (opened === null) return { status, text: `unreadable ${statusText(status)}`, read_ms }
  return readContent(opened, status, read_ms)
}

/** Follows no link in the file's place, and never waits for the other end of a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** null: the system refuses to read it, or it is gone. */
function openFile(place: string | Buffer): number | null {
  try {
    return openSync(place, READ)
  } catch (error) {
    if (["EMFILE", "ENFILE", "ENOMEM"].includes(errorCode(error))) throw error
    return null
  }
}

function readContent(file: number, status: BigIntStats, read_ms: number): Read | Promise<Read> {
  const hash: Hash = createHash("sha256")
  const result = (): Read => ({ status, text: `${modeOf(status)} ${hash.digest("hex")}`, read_ms })
  let is_late = false
  try {
    const now = fstatSync(file, { bigint: true })
    // Another file by now; the next reading reads it again.
    if (!isSameStatus(now, status)) return { status: now, text: `replaced ${statusText(now)}`, read_ms: 0 }
    if (status.size <= PIECE_BYTES) {
      hashPieces(file, hash, Number(status.size))
      return result()
    }
    is_late = true
    return inPieces(file, hash, Number(status.size)).then(result)
  } finally {
    if (!is_late) closeSync(file)
  }
}

/** Reads no more than the file had; a growing one has another status by the next reading. */
function hashPieces(file: number, hash: Hash, bytes: number): void {
  for (let left = bytes, read = 1; read > 0 && left > 0; left -= read) read = hashPiece(file, hash, left)
}

async function inPieces(file: number, hash: Hash, bytes: number): Promise<void> {
  try {
    for (let left = bytes, read = 1; read > 0 && left > 0; left -= read) {
      read = hashPiece(file, hash, left)
      await turn()
    }
  } finally {
    closeSync(file)
  }
}

const piece = Buffer.allocUnsafe(PIECE_BYTES)

function hashPiece(file: number, hash: Hash, most_bytes: number): number {
  const read = readSync(file, piece, 0, Math.min(most_bytes, PIECE_BYTES), null)
  if (read > 0) hash.update(piece.subarray(0, read))
  return read
}
