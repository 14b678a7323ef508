import { type ErrorBlock, errorDiagnostic, MAX_MESSAGE_LINES, ownLines, shortName } from "./error_block.ts"

const HEADER = /^\s{0,8}(?:\| )?(?:\+ Exception Group )?Traceback \(most recent call last\):$/
const FRAME = /^\s{1,64}File "([^"\n]{1,1024})", line \d{1,9}/
const INDENTED = /^\s/
const ERROR = /^([A-Za-z_][\w.]{0,200})(?::\s(.*)|:?)$/
const UNREADABLE = /^(?:SyntaxError|IndentationError|TabError)$/
const CHAIN = /^(?:The above exception was the direct cause|During handling of the above exception)/
const LIBRARY = /(?:site|dist)-packages|\/lib(?:64)?\/python\d|^<|[\\/]Lib[\\/]/
/** What may follow an error's message: another traceback, a prompt, lines of a harness. */
const NEXT =
  /^\s{0,8}(?:[+|]{1,2} ?)?(?:\+ Exception Group )?Traceback \(most|^(?:The above exception was|During handling of)|^(?:\[.{0,200}\]$|\$ |>>> |(?:exit|return) ?code\b)/i
const MAX_LINES = 24
const CARETS = /^[\s~^]{1,1024}$/

/** A Python traceback, or a syntax error without one. In a chain the last error counts; its message holds the causes. */
export function readPython(lines: readonly string[], start: number): ErrorBlock | null {
  const first = lines[start] ?? ""
  if (HEADER.test(first)) return readChain(lines, start)
  return FRAME.test(first) && UNREADABLE.test(nameBelow(lines, start)) ? readOne(lines, start) : null
}

function readChain(lines: readonly string[], start: number): ErrorBlock | null {
  let block = readOne(lines, start + 1)
  const causes: string[] = []
  while (block !== null && CHAIN.test(lines[skipBlank(lines, block.end)] ?? "")) {
    const next = skipBlank(lines, skipBlank(lines, block.end) + 1)
    const later = HEADER.test(lines[next] ?? "") ? readOne(lines, next + 1) : null
    if (later === null) break
    if (causes.length < MAX_MESSAGE_LINES) causes.push(`caused by ${block.diagnostic.message}`)
    block = later
  }
  if (block === null || causes.length === 0) return block
  const message = [block.diagnostic.message, ...causes.reverse()].join("\n")
  return { ...block, diagnostic: { ...block.diagnostic, message } }
}

/** Frames, then the error line and the rest of its message. */
function readOne(lines: readonly string[], start: number): ErrorBlock | null {
  let at = start
  let path: string | undefined
  let innermost: string | undefined
  let echo = ""
  const plain = (index: number): string => (lines[index] ?? "").replace(/^ {2}(?:  )?\| /, "")
  for (; at < lines.length && (INDENTED.test(plain(at)) || plain(at) === ""); at += 1) {
    const frame = FRAME.exec(plain(at))?.[1]
    if (frame === undefined) {
      if (!CARETS.test(plain(at))) echo = plain(at).trim()
    } else {
      innermost = frame
      if (!LIBRARY.test(frame)) path = frame
    }
  }
  const [, name, said] = ERROR.exec(plain(at)) ?? []
  if (name === undefined) return null
  // A message that begins on a line of its own is a long one, and may hold blank lines: the values compared come last.
  const is_long = said?.trim() === ""
  const most = Math.min(lines.length, at + (is_long ? MAX_LINES : MAX_MESSAGE_LINES))
  let end = at + 1
  while (end < most && !NEXT.test(lines[end] ?? "") && (is_long || plain(end).trim() !== "")) end += 1
  while (end > at + 1 && (lines[end - 1] ?? "").trim() === "") end -= 1
  const is_whole = is_long || CHAIN.test(lines[skipBlank(lines, end)] ?? "")
  // An error without a message is told by the line that raised it.
  const message =
    said === undefined
      ? `${name}: ${echo}`
      : [
          plain(at),
          ...(is_whole ? lines.slice(at + 1, end) : ownLines(lines.slice(at, end))).map(withoutBox),
        ].join("\n")
  const location = path ?? (innermost !== undefined && !innermost.startsWith("<") ? innermost : undefined)
  const code = shortName(name)
  return { diagnostic: errorDiagnostic(code, message, location, UNREADABLE.test(code)), end }
}

/** The line of an exception group without the tree it is drawn in. */
function withoutBox(line: string): string {
  return /^\s{0,64}[|+]/.test(line) ? line.replace(/^[\s|+-]{1,256}(?:\d{1,6} -{1,64})?/, "").trim() : line
}

function nameBelow(lines: readonly string[], start: number): string {
  const at = lines.slice(start + 1, start + 5).find((line) => !INDENTED.test(line))
  return ERROR.exec(at ?? "")?.[1] ?? ""
}

function skipBlank(lines: readonly string[], start: number): number {
  let at = start
  while (at < lines.length && lines[at]?.trim() === "") at += 1
  return at
}
