import type { Io } from "../io.ts"
import { clip, oneLine, plural } from "../terminal/text.ts"
import type { Target } from "./targets.ts"

const BAR = 24
const EVERY_MS = 80
const MANY = 3

/** How far a replay is: a bar on the terminal while there are many files, or nothing where nobody watches. */
export interface Progress {
  /** A file is done. */
  advance(target: Target): void
  /** Prints a line above the bar, to stderr. */
  aside(text: string): void
  /** Prints text to stdout, the bar out of its way. */
  print(text: string): void
  end(): void
}

export function createProgress({ stdout, stderr }: Io, targets: readonly Target[]): Progress {
  const total = targets.reduce((sum, { bytes }) => sum + bytes, 0)
  const shown = stderr.is_terminal && targets.length > MANY
  let done = 0
  let files = 0
  let drawn_at = 0
  let is_drawn = false
  const clear = (): void => {
    if (is_drawn) stderr.write("\r\u001b[K")
    is_drawn = false
  }
  const draw = (name: string): void => {
    const now = performance.now()
    if (!shown || now - drawn_at < EVERY_MS) return
    drawn_at = now
    const full = total === 0 ? BAR : Math.round((done / total) * BAR)
    const line = ` ${"█".repeat(full)}${"░".repeat(BAR - full)} ${files} of ${plural(targets.length, "file")}  ${oneLine(name)}`
    stderr.write(`\r\u001b[K${clip(line, (stderr.columns || 80) - 1)}`)
    is_drawn = true
  }
  return {
    advance(target) {
      done += target.bytes
      files += 1
      draw(target.name)
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
