import { sep } from "node:path"
import { cutCodePoints, oneLine, plural } from "@proofloop/foundation/text"
import type { Io } from "../console/io.ts"
import { grouped } from "../terminal/text.ts"
import type { Target } from "./targets.ts"

const BAR = 24
const EVERY_MS = 80
const MANY_FILES = 3
const MANY_BYTES = 4e6

/** The progress of a replay: a bar on the terminal while there is much to read, or nothing without a terminal. */
export interface Progress {
  /** The total to read; until it is known there is no bar. */
  begin(targets: readonly Target[]): void
  /** Bytes of a file were read. */
  read(target: Target, bytes: number): void
  /** Turns were read, or unreadable pieces in their place. */
  see(target: Target, pieces: number): void
  /** The whole file was read. */
  advance(target: Target): void
  aside(text: string): void
  /** Prints text to stdout, the bar out of its way. */
  print(text: string): void
  end(): void
}

export function createProgress(
  { stdout, stderr }: Pick<Io, "stdout" | "stderr">,
  now: () => number = () => performance.now(),
): Progress {
  let total_files = 0
  let total = 0
  let is_shown = false
  let done = 0
  /** Bytes of files at hand, which `done` holds as well. */
  const begun = new Map<Target, number>()
  let begun_at = 0
  let files = 0
  let turns = 0
  let drawn_at = 0
  let is_drawn = false
  const clear = (): void => {
    if (is_drawn) stderr.write("\r\u001b[K")
    is_drawn = false
  }
  const draw = ({ name }: Target): void => {
    const time = now()
    if (!is_shown || time - drawn_at < EVERY_MS) return
    drawn_at = time
    const bytes = Math.min(total, done)
    const full = total === 0 ? BAR : Math.min(BAR, Math.round((bytes / total) * BAR))
    const read = `${files} of ${plural(total_files, "file")}, ${grouped(turns)} turn${turns === 1 ? "" : "s"}`
    const bar = `${"█".repeat(full)}${"░".repeat(BAR - full)} `
    const line = ` ${bar}${pace(bytes, total, time - begun_at)}${read}  ${oneLine(shortName(name))}`
    stderr.write(`\r\u001b[K${cutCodePoints(line, (stderr.columns || 80) - 1)}`)
    is_drawn = true
  }
  return {
    begin(targets) {
      total_files = targets.length
      total = targets.reduce((sum, { bytes }) => sum + bytes, 0)
      begun_at = now()
      is_shown = stderr.is_terminal && (total_files > MANY_FILES || total > MANY_BYTES)
    },
    read(target, bytes) {
      begun.set(target, (begun.get(target) ?? 0) + bytes)
      done += bytes
    },
    see(target, pieces) {
      turns += pieces
      draw(target)
    },
    advance(target) {
      done += target.bytes - (begun.get(target) ?? 0)
      begun.delete(target)
      files += 1
      draw(target)
    },
    aside(text) {
      clear()
      stderr.write(`${text}\n`)
    },
    print(text) {
      clear()
      stdout.write(text)
    },
    end: clear,
  }
}

const SETTLED_MS = 1000

/** How fast it reads and how long the rest will take; nothing in the first second, which says little. */
function pace(bytes: number, total: number, elapsed_ms: number): string {
  if (bytes === 0 || elapsed_ms < SETTLED_MS) return ""
  const left = Math.ceil(((total - bytes) / bytes) * (elapsed_ms / 1000))
  const time = left < 60 ? `${left} s` : `${Math.floor(left / 60)} min ${left % 60} s`
  return `${(bytes / 1e3 / elapsed_ms).toFixed(1)} MB/s, ${time} left  `
}

/** The last two parts of a path tell files apart; the rest would hide them. */
function shortName(path: string): string {
  return path.split(sep).slice(-2).join("/")
}
