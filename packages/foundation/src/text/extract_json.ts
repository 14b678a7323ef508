import { fenceAt } from "./fenced_json.ts"
import { isJson } from "./json.ts"

export type Brackets = "{}" | "[]"

/** A reply with more places that could begin a value is prose. */
const MAX_PIECES = 32

/**
 * The part of a reply that is meant as its JSON value. The whole reply comes first, then a valid object in a fence
 * that begins a line, then the first valid object, then what a repair should look at. A fence in a string belongs to
 * its object. A part of a broken or truncated object never counts. Linear.
 * @requirement critics.llm_json
 */
export function extractJson(text: string, brackets: Brackets = "{}"): string {
  const whole = text.trim()
  if (isJson(whole)) return whole
  return validPiece(whole, brackets) ?? brokenPieces(whole, brackets)[0] ?? whole
}

/** The object in the reply when it holds exactly one, else null. One of two may be a quotation, and nothing tells which. */
export function readOnlyObject(text: string): unknown {
  const reply = withoutThoughts(text).trim()
  if (isJson(reply)) return JSON.parse(reply)
  const [piece, ...others] = validPieces(reply, "{}")
  if (piece === undefined || others.length > 0) return null
  const is_part = piece.goes_on && reply.includes("}", piece.end)
  return is_part ? null : JSON.parse(piece.text)
}

/** A reply without the model's thoughts before it, because they may hold drafts. */
export function withoutThoughts(text: string): string {
  if (!text.trimStart().startsWith("<think>")) return text
  const end = text.indexOf("</think>")
  return end < 0 ? text : text.slice(end + "</think>".length)
}

/** The valid value in the reply, if there is one. */
export function validPiece(text: string, brackets: Brackets): string | undefined {
  const pieces = validPieces(text, brackets).filter(({ goes_on }) => !goes_on)
  const full = (piece: Piece) => !/^.\s*.$/s.test(piece.text)
  return (pieces.find(({ fenced }) => fenced) ?? pieces.find(full) ?? pieces[0])?.text
}

interface Piece {
  readonly text: string
  readonly end: number
  /** JSON seems to go on behind it, so a bare quote may have ended it too early. */
  readonly goes_on: boolean
  readonly fenced: boolean
}

function validPieces(text: string, brackets: Brackets): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let tries = 0; tries < MAX_PIECES; tries += 1) {
    const start = text.indexOf(brackets.charAt(0), from)
    if (start < 0) break
    const end = endOfValue(text, start, brackets)
    const piece = text.slice(start, end)
    if (end > 0 && isJson(piece)) {
      pieces.push({ text: piece, end, goes_on: goesOn(text, end), fenced: isFenced(text, start) })
    }
    from = end > 0 ? end : (fenceAt(text, start)?.body ?? text.length)
  }
  return pieces
}

/** Candidates for a repair, likeliest first: a fence's body, a value that closes, everything up to the last bracket. */
export function brokenPieces(text: string, brackets: Brackets): string[] {
  const [open = "", close = ""] = brackets
  const pieces: string[] = []
  const fence = fenceAt(text, 0)
  if (fence && text[fence.body] === open) {
    const end = text.lastIndexOf("```")
    pieces.push(text.slice(fence.body, end > fence.body ? end : text.length).trim())
  }
  const start = text.indexOf(open)
  if (start >= 0) {
    const end = endOfValue(text, start, brackets)
    if (end > 0 && !goesOn(text, end)) pieces.push(text.slice(start, end))
    const last = text.lastIndexOf(close)
    if (last > start) pieces.push(text.slice(start, last + 1))
  }
  return [...new Set(pieces)]
}

/** The place behind the bracket that closes the one at `start`, ignoring brackets in strings; -1 when none does. */
function endOfValue(text: string, start: number, [open, close]: string): number {
  let depth = 0
  let inside = false
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (inside && char === "\\") at += 1
    else if (char === '"') inside = !inside
    else if (!inside && char === open) depth += 1
    else if (!inside && char === close) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Whether JSON seems to go on: then a bare quote made the value end too early. */
function goesOn(text: string, end: number): boolean {
  return /^\s{0,100}["',:\]}]/.test(text.slice(end, end + 101))
}

function isFenced(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start)
  const fence = before.lastIndexOf("```")
  return fence >= 0 && fenceAt(before, fence)?.body === before.length
}
