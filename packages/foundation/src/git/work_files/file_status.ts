import type { BigIntStats } from "node:fs"

/** The parts of a file's or folder's status that change with it. The time of the last status change cannot be set back. */
export interface FileStatus {
  readonly size: bigint
  readonly mode: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  readonly ino: bigint
  readonly dev: bigint
}

export function isSameStatus(one: FileStatus, other: FileStatus): boolean {
  return (
    one.ctimeNs === other.ctimeNs &&
    one.mtimeNs === other.mtimeNs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.mode === other.mode &&
    one.dev === other.dev
  )
}

/**
 * Whether the next change would show in the status. A file that changed shortly before it was read at `read_ms` may
 * change again within one tick of the file system's clock. A tick is 10 ms or less, or up to 2 seconds where the
 * clock counts whole seconds.
 */
export function isSettled({ ctimeNs }: FileStatus, read_ms: number): boolean {
  const tick_ms = ctimeNs % 1_000_000_000n === 0n ? 2500 : 100
  return read_ms - Number(ctimeNs / 1_000_000n) > tick_ms
}

/** A status in words of digits, for another process to compare. */
export function statusKey({ size, mode, mtimeNs, ctimeNs, ino, dev }: FileStatus): string {
  return `${size} ${mode} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`
}

export function statusText(stats: BigIntStats): string {
  return `${modeOf(stats)} ${stats.size} bytes, ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}

export function modeOf({ mode }: Pick<FileStatus, "mode">): string {
  return (mode & 0o111n) === 0n ? "100644" : "100755"
}
