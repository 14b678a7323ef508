import { sep } from "node:path"
import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { Io } from "../console/io.ts"
import { grouped, plural } from "../terminal/text.ts"
import type { Target } from "./targets.ts"

const BAR = 24
const EVERY_MS = 80
const MANY_FILES = 3
const MANY_BYTES = 4e6

/** How far a replay is: a bar on the terminal while there is much to read, or nothing without a terminal. */
export interface Progress {
  /** What is going to be read; until then there is no bar. */
  begin(targets: readonly Target[]): void
  /** A turn was read, or what could not be read as one. */
  see(target: Target): void
  /** A file is done. */
  advance(target: Target): void
  /** Prints a line above the bar, to stderr. */
  aside(text: string): void
  /** Prints text to stdout, the bar out of its way. */
  print(text: string): void
  end(): void
}

export function createProgress({ stdout, stderr }: Io): Progress {
  let total_files = 0
  let total = 0
  let is_shown = false
  let done = 0
  let files = 0
  let turns = 0
  let drawn_at = 0
  let is_drawn = false
  const clear = (): void => {
    if (is_drawn) stderr.write("\r\u001b[K")
    is_drawn = false
  }
  const draw = ({ name }: Target): void => {
    const now = performance.now()
    if (!is_shown || now - drawn_at < EVERY_MS) return
    drawn_at = now
    const full = total === 0 ? BAR : Math.min(BAR, Math.round((done / total) * BAR))
    const read = `${files} of ${plural(total_files, "file")}, ${grouped(turns)} turn${turns === 1 ? "" : "s"}`
    const bar = total_files === 1 ? "" : `${"█".repeat(full)}${"░".repeat(BAR - full)} `
    const line = ` ${bar}${read}  ${oneLine(shortName(name))}`
    stderr.write(`\r\u001b[K${cutCodePoints(line, (stderr.columns || 80) - 1)}`)
    is_drawn = true
  }
  return {
    begin(targets) {
      total_files = targets.length
      total = targets.reduce((sum, { bytes }) => sum + bytes, 0)
      is_shown = stderr.is_terminal && (total_files > MANY_FILES || total > MANY_BYTES)
    },
    see(target) {
      turns += 1
      draw(target)
    },
    advance(target) {
      done += target.bytes
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

/** The last two parts of a path tell files apart; the rest would hide them. */
function shortName(path: string): string {
  return path.split(sep).slice(-2).join("/")
}
