import { servedText } from "../security/served_text.ts"

export interface LogLine {
  /** From 1; those that were dropped are counted. */
  readonly number: number
  readonly stream: "stdout" | "stderr"
  readonly text: string
}

/** Lines that are kept, and characters of one. */
const MOST_LINES = 500
const MOST_CHARACTERS = 4096

/** Keeps the newest lines of a process, each without secrets and cut. */
export function createLogRing(on_line: (line: LogLine) => void) {
  const lines: LogLine[] = []
  let count = 0
  const add = (stream: LogLine["stream"], text: string): void => {
    const is_cut = text.length > MOST_CHARACTERS
    const shown = servedText(is_cut ? `${text.slice(0, MOST_CHARACTERS)} …` : text)
    const line = { number: (count += 1), stream, text: shown }
    lines.push(line)
    if (lines.length > MOST_LINES) lines.shift()
    on_line(line)
  }
  return {
    /** Takes pieces of one stream as they come; a last line without an end counts when it is closed. */
    writer(stream: LogLine["stream"]) {
      let rest = ""
      return {
        write(chunk: string): void {
          const parts = (rest + chunk).split("\n")
          // A line without an end must not fill the memory.
          rest = (parts.pop() ?? "").slice(0, MOST_CHARACTERS + 1)
          for (const part of parts) add(stream, part.replace(/\r$/, ""))
        },
        close(): void {
          if (rest !== "") add(stream, rest)
          rest = ""
        },
      }
    },
    after: (number: number): readonly LogLine[] => lines.filter((line) => line.number > number),
    get count() {
      return count
    },
  }
}
