import { type ErrorBlock, errorDiagnostic, MAX_MESSAGE_LINES, shortName } from "./error_block.ts"

const HEADER =
  /^(?:Exception in thread "[^"\n]{0,128}" |Unhandled [Ee]xception[.:] |Uncaught |Caused by: | ?---> )?([A-Za-z_$][\w$.]{0,255})(?: \[([A-Z][A-Z0-9_]{1,64})\])?(?::\s(.*)|:?)$/
const SAYS_SO = /^(?:Exception in thread|Unhandled |Uncaught |Caused by: )/
const IS_ERROR = /(?:Error|Exception|Rejection|Failure|Throwable|Fault)$/
const FRAME = /^\s{1,64}at /
const CAUSE = /^(?:Caused by: |\s{1,16}\[cause\]: | ?---> )/
const JS_PLACE = /(?:^|\()(?:file:\/\/)?([^():\s][^():]{0,1024}?):\d{1,9}:\d{1,9}\)?$/
const JVM_PLACE =
  /^(?:[\w.$@-]{1,256}\/)*([\w$.<>]{1,512})\(([\w$-]{1,256}\.(?:java|kt|scala|groovy|clj)):\d{1,9}\)$/
const NET_PLACE = / in (.{1,1024}):line \d{1,9}$/
const JVM_LIBRARY =
  /^(?:java|javax|jdk|sun|kotlin|kotlinx|scala|groovy|clojure|com\.sun|org\.(?:junit|gradle|apache\.maven|springframework))\./
const PLACE_ABOVE = /^(?:file:\/\/)?([/\\A-Za-z][^\s:]{0,1024}):\d{1,9}$/
const FOOT = /^(?:Node\.js v\d|\})/

/** An error of Node, the JVM or .NET: "Name: message", then lines of "at ...". Causes below it stand in its message. */
export function readAtFrames(lines: readonly string[], start: number): ErrorBlock | null {
  const first = lines[start] ?? ""
  const [, name, code] = HEADER.exec(first.slice(0, 2000)) ?? []
  if (name === undefined || !(SAYS_SO.test(first) || IS_ERROR.test(name))) return null
  const frames = framesBelow(lines, start)
  if (frames === null) return null
  let at = frames
  let path = placeAbove(lines, start)
  let found: string | undefined
  const message = messageOf(lines, start, frames)
  const causes: string[] = []
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ""
    if (FRAME.test(line)) found ??= placeOf(line.replace(FRAME, "").trim())
    else if (CAUSE.test(line)) {
      if (causes.length < MAX_MESSAGE_LINES) causes.push(`caused by ${line.replace(CAUSE, "").trim()}`)
    } else if (!/^\s+(?:\.\.\. \d|--- End of|\S)|^\s{0,64}[{}]/.test(line) && !FOOT.test(line)) break
  }
  if (found !== undefined) path = found
  const short = code ?? shortName(name)
  return {
    diagnostic: errorDiagnostic(
      short,
      [message, ...causes].join("\n"),
      path,
      short === "SyntaxError" && found === undefined,
    ),
    end: at,
  }
}

/** Where the frames begin, if they do within a message's length. */
function framesBelow(lines: readonly string[], start: number): number | null {
  for (let at = start + 1; at < lines.length && at <= start + 2 * MAX_MESSAGE_LINES; at += 1) {
    if (FRAME.test(lines[at] ?? "")) return at
  }
  return null
}

function messageOf(lines: readonly string[], start: number, frames: number): string {
  const stack = lines.slice(start, frames).findIndex((line) => line.startsWith("Require stack:"))
  const end = stack === -1 ? frames : start + stack
  const [first = "", ...rest] = lines.slice(start, Math.min(end, start + MAX_MESSAGE_LINES))
  const plain = first.replace(
    /^(?:Exception in thread "[^"\n]{0,128}" |Unhandled [Ee]xception[.:] |Uncaught )/,
    "",
  )
  return [plain, ...rest.filter((line) => line.trim() !== "")].join("\n")
}

function placeOf(frame: string): string | undefined {
  const net = NET_PLACE.exec(frame)?.[1]
  if (net !== undefined) return net
  const [, method, file] = JVM_PLACE.exec(frame) ?? []
  if (method !== undefined && file !== undefined) {
    if (JVM_LIBRARY.test(method)) return undefined
    return [...method.split(".").slice(0, -2), file].join("/")
  }
  const path = JS_PLACE.exec(frame)?.[1]
  return path === undefined ||
    /node_modules|^node$|^node:|^internal\/|^\[|^</.test(path) ||
    frame.includes("(node:") ||
    frame.startsWith("node:")
    ? undefined
    : path
}

/** Node names the place that threw above the error, with the source line and carets. */
function placeAbove(lines: readonly string[], start: number): string | undefined {
  for (let at = start - 1; at >= 0 && at >= start - 5; at -= 1) {
    const place = PLACE_ABOVE.exec((lines[at] ?? "").slice(0, 1100))?.[1]
    if (place !== undefined) return place.startsWith("node:") ? undefined : place
  }
  return undefined
}
