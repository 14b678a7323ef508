import type { DiagnosticLocation } from "../../protocol/diagnostic.ts"
import { withoutSourceEcho } from "./source_echo.ts"

/** The end of a traceback: what was raised, and where in the project. */
export interface RaisedError {
  /** Class, message and the values of an assertion, without frames. With the failing source line if these say nothing. */
  readonly message: string
  readonly location: DiagnosticLocation | undefined
}

const STARTS = /^Traceback \(most recent call last\):$/
const GROUP = /^ {2}\+ Exception Group Traceback \(most recent call last\):$/
const FRAME = /^ {2}(?:\| {3})?File "([^"\n]{1,1024})", line (\d{1,9})/
const LIBRARY = /\/lib\/python\d|\/(?:site|dist)-packages\/|^<|^\/usr\/lib\//
const CAPTURED = /^(?:Stdout|Stderr):$/
const CARETS = /^[\s~^]{1,2000}$/

/** Reads the last traceback of a block, since the errors before it are its causes. */
export function readRaisedError(block: readonly string[]): RaisedError {
  const start = block.findLastIndex((line) => STARTS.test(line) || GROUP.test(line))
  const location = readLocation(block)
  if (start === -1) return { message: trimmed(withoutSourceEcho(block)), location }
  const body = block.slice(start + 1)
  if (GROUP.test(block[start] ?? "")) return { message: groupMessage(body), location }
  const raised = body.findIndex((line) => line !== "" && !/^\s/.test(line))
  const message = trimmed(raised === -1 ? [] : uncaptured(body.slice(raised)))
  const says_nothing = !message.includes(" ") && !message.includes("\n")
  const source = says_nothing ? sourceLine(body.slice(0, Math.max(0, raised))) : undefined
  return { message: source === undefined ? message : `${message}: ${source}`, location }
}

/** The last frame in the project, else the file that could not be compiled. */
function readLocation(block: readonly string[]): DiagnosticLocation | undefined {
  const line = block.findLast((each) => {
    const path = FRAME.exec(each)?.[1]
    return path !== undefined && !LIBRARY.test(path)
  })
  const [, path, row] = line === undefined ? [] : (FRAME.exec(line) ?? [])
  return path === undefined ? undefined : { path, line: Number(row) }
}

/** With `--buffer`, what the test printed follows the error. */
function uncaptured(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line, index) => CAPTURED.test(line) && lines[index - 1] === "")
  return end === -1 ? lines : lines.slice(0, end)
}

function sourceLine(frames: readonly string[]): string | undefined {
  const frame = frames.findLastIndex((line) => FRAME.test(line))
  const source = frame === -1 ? undefined : frames[frame + 1]?.trim()
  return source === undefined || source === "" || CARETS.test(source) ? undefined : source
}

/** An exception group comes with all its errors, below "  | ". */
function groupMessage(body: readonly string[]): string {
  const inner = body.map((line) =>
    line.replace(/^(?: {1,64}[|+]){1,16}/, "").replace(/^-?\+?-{2,64} ?\d{0,4}.{0,64}$/, ""),
  )
  return trimmed(
    inner
      .filter((line) => line !== "" && !/^ {2,}/.test(line) && !line.startsWith("-"))
      .map((line) => line.trim()),
  )
}

function trimmed(lines: readonly string[]): string {
  return lines.join("\n").trim()
}
