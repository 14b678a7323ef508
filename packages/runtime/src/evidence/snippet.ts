import { redactSecrets } from "@proofloop/foundation/text"
import type { Diagnostic } from "../protocol/diagnostic.ts"
import { failingLines } from "./failing_line.ts"
import { stripTerminal } from "./terminal.ts"

const MAX_SCALARS = 240
const MAX_MESSAGE = 200
/** Control characters but line ends and tabs, and signs that turn the direction of text. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Enough context to recognise a secret that crosses the cut before it is cut. */
const MAX_READ = 640
/** As much of the end of an output: more than is shown. */
const MAX_TAIL = 1024
const OF_KEY = /^[A-Za-z0-9+/=]{40,80}$|^-{0,5}END .{0,64}KEY.{0,16}-{5}$/

/**
 * What people and models are shown of an output, at most 240 Unicode scalar values: all of a short one, else its
 * failing lines, then its last ones. Its head tells what began, and not what failed.
 * @requirement evidence.snippet
 */
export function snippetOf(text: string): string {
  const whole = text.trim()
  if (whole.length <= MAX_SCALARS) return shownStart(whole)
  const shown = new Set<string>()
  let size = 0
  for (const [start, end] of failingLines(whole, 0, whole.length)) {
    if (size > MAX_SCALARS) break
    const line = whole.slice(start, Math.min(end, start + MAX_READ)).trim()
    if (!shown.has(line)) size += line.length + 1
    shown.add(line)
  }
  const tail: string[] = []
  for (const line of lastLines(whole).reverse()) {
    if (line === "" || shown.has(line)) continue
    size += line.length + 1
    if (size > MAX_SCALARS && shown.size + tail.length > 0) break
    tail.unshift(line)
  }
  return shownStart([...shown, ...tail].join("\n"))
}

/** Without the lines of a key, which nothing tells from others where its head is cut off. */
function lastLines(text: string): string[] {
  const last = text.slice(text.lastIndexOf("\n", text.length - MAX_TAIL) + 1)
  const behind_key = last.slice(last.lastIndexOf("-----END") + 1)
  return behind_key.split("\n").map((line) => (OF_KEY.test(line) ? "" : line.slice(0, MAX_READ).trim()))
}

/** The start of a text without secrets, terminal escapes, control characters and signs of direction. */
function shownStart(text: string): string {
  const start = text.slice(0, MAX_READ).trimStart() || text.trimStart().slice(0, MAX_READ)
  return detached(
    firstScalars(redactSecrets(withoutUnseen(stripTerminal(start))).trim(), MAX_SCALARS).trimEnd(),
  )
}

/** Removes everything that a terminal or a page would act upon instead of showing it. */
function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, (sign) => (sign === "\n" || sign === "\t" ? sign : ""))
}

/** A copy: a slice would keep the whole output alive for as long as the detector's state holds the snippet. */
function detached(text: string): string {
  return ` ${text}`.slice(1)
}

/** A snippet that names each failing test (or place) and what it says, one a line. */
export function evidenceSnippet(diagnosis: { readonly diagnostics: readonly Diagnostic[] }): string {
  const lines: string[] = []
  let size = 0
  for (const diagnostic of diagnosis.diagnostics) {
    if (size > MAX_SCALARS) break
    const line = renderDiagnostic(diagnostic)
    size += line.length + 1
    lines.push(line)
  }
  return shownStart(lines.join("\n"))
}

function renderDiagnostic({ test_id, location, message, code }: Diagnostic): string {
  const name = test_id ?? location?.path ?? ""
  const flat = message.slice(0, MAX_READ).replace(/\s+/g, " ").trim() || (code ?? "")
  const short = firstScalars(flat, MAX_MESSAGE)
  if (short === "") return name
  return name === "" || flat.startsWith(name) ? short : `${name}: ${short}`
}

/** Whole characters only, and a lone surrogate counts as one. */
function firstScalars(text: string, count: number): string {
  if (text.length <= count) return text
  let end = 0
  for (let scalars = 0; scalars < count && end < text.length; scalars += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}
