/** What a harness puts around the output of a command, and the output within. */
export interface CommandFrame {
  readonly output: string
  /** The exit code it tells; undefined when it tells none. */
  readonly exit_code: number | undefined
  /** Why it ended the command early, where it says so. */
  readonly stopped: "time" | "signal" | undefined
}

/** How far a frame goes into the text from each end. */
const MAX_CHARACTERS = 2000
const MAX_LINES = 6
const LONGEST_LINE = 240

/** An exit status in any spelling, then nothing but marks and a number, at the end of a line. */
const STATUS =
  /(^|[^\w.$-])(?:exit|return)(?:ed)?(?: with)?(?: an?)?(?: non-?zero)?(?: exit)?[ _-]?(?:code|status)(?: (?:is|was|of))?[^\w\n-]{1,6}(-?\d{1,10})(?:<\/[\w-]{1,40}>)?[^\w\n]{0,8}$/i
const PLAIN_WORDS = /^\W{0,4}(?:[a-z]{1,20}:? ){0,8}\W{0,2}$/i
/** What may stand beside a status: an element, a line in brackets, a label with or without its value. */
const MARK = /^(?:<\/?[\w-]{1,40}>.*|\[.*\]|[A-Z][\w ()-]{0,40}:(?: .*)?)$/
const OPENING = /^(?:<[\w-]{1,40}>|(?:[a-z]{1,20} )?(?:output|stdout):)$/i

const TIME_OVER = /\b(?:timed out|time-?out|time limit|took (?:too long|longer|more than))\b|TimeoutExpired/i
/** The run, or what was done to it. A line that names nothing speaks of the run as well. */
const OF_THE_RUN =
  /\b(?:command|process|execution|script|tool|verification|tests|run|killed|terminated|cancell?ed|aborted|stopped)\b|^\W{0,4}time(?:d |-)?out\b(?! (?:waiting|of)\b)|TimeoutExpired/i
/** What a program waits for: that it did not come in time is the program's own matter. */
const OF_A_PEER = /\b(?:connect\w*|requests?|sockets?|network|host|https?|dial|lookup)\b/i
const SIGNALLED =
  /^(?:killed|terminated)$|\b(?:command|process|execution|script|tool|killed|terminated)\b.{0,80}\b(?:signal:? (?:\d|killed|term)|SIG[A-Z]{3,4}\b|been killed\b)/i

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Status extends Line {
  readonly code: number
  /** Said in plain words, as by a harness: no part of a longer message or of code. */
  readonly is_plain: boolean
}

/**
 * Reads what the first or last lines of an output tell of its end, and what stands between them. Of a command that
 * shows a file (`looks`), no line counts that may well be the file's.
 */
export function readFrame(text: string, looks = false): CommandFrame {
  const head = linesFrom(text, "start")
  const tail = linesFrom(text, "end")
  const stopped = stoppedBy(looks ? head.slice(0, 1) : [...head.slice(0, 2), ...tail.slice(0, 2)])
  const first = statusIn(head, looks)
  const opening = first === undefined ? undefined : openingBelow(head, first)
  // What stands above a line such as "Output:" is surely none of the command's.
  const told = opening === undefined ? (statusIn(tail, looks) ?? first) : first
  if (told?.is_plain !== true) return { output: text, exit_code: told?.code, stopped }
  const is_first = told.start === first?.start
  const within = is_first ? text.slice(opening ?? told.end) : text.slice(0, told.start)
  const is_alone = opening === undefined && within.trim() === ""
  return { output: is_alone ? text : unwrapped(within), exit_code: told.code, stopped }
}

/** The first whole lines from one end of a text inward. */
function linesFrom(text: string, edge: "start" | "end"): readonly Line[] {
  const part = edge === "start" ? text.slice(0, MAX_CHARACTERS) : text.slice(-MAX_CHARACTERS)
  const offset = edge === "start" ? 0 : text.length - part.length
  const lines: Line[] = []
  for (let at = edge === "start" ? 0 : part.length; at >= 0 && at <= part.length;) {
    const newline = part.indexOf("\n", at)
    const from = edge === "start" ? at : at === 0 ? 0 : part.lastIndexOf("\n", at - 1) + 1
    const to = edge === "end" ? at : newline === -1 ? part.length : newline
    const [start, end] = [offset + from, offset + to]
    const is_whole = (start === 0 || text[start - 1] === "\n") && (end === text.length || text[end] === "\n")
    const line = part.slice(from, to).trim()
    if (is_whole && line !== "") lines.push({ start, end, text: line })
    if (lines.length === MAX_LINES) break
    at = edge === "start" ? to + 1 : from - 1
  }
  return lines
}

/** The first status among lines from an end of a text inward, with nothing but marks before it. */
function statusIn(lines: readonly Line[], looks: boolean): Status | undefined {
  for (const line of lines) {
    const found = line.text.length > LONGEST_LINE ? null : STATUS.exec(line.text)
    if (found !== null) {
      const before = line.text.slice(0, found.index) + found[1]
      const is_plain = PLAIN_WORDS.test(before) && !found[0].includes("=")
      return looks && !is_plain ? undefined : { ...line, code: Number(found[2]), is_plain }
    }
    if (!MARK.test(line.text)) return undefined
  }
  return undefined
}

/** Where the output begins, if a line below the status opens it. */
function openingBelow(head: readonly Line[], status: Line): number | undefined {
  for (const line of head) {
    if (line.start <= status.start) continue
    if (OPENING.test(line.text)) return line.text.startsWith("<") ? line.start : line.end
    if (!MARK.test(line.text)) return undefined
  }
  return undefined
}

function unwrapped(output: string): string {
  const text = output.replace(/^[\r\n]{1,99}/, "").trimEnd()
  const [opening, name] = /^<([\w-]{1,40})>\n/.exec(text) ?? []
  const closing = `</${name}>`
  return opening !== undefined && text.endsWith(closing)
    ? text.slice(opening.length, -closing.length).trimEnd()
    : text
}

function stoppedBy(lines: readonly Line[]): CommandFrame["stopped"] {
  const says = (is: (text: string) => boolean): boolean => lines.some(({ text }) => is(text))
  if (says((text) => TIME_OVER.test(text) && OF_THE_RUN.test(text) && !OF_A_PEER.test(text))) return "time"
  return says((text) => SIGNALLED.test(text)) ? "signal" : undefined
}
