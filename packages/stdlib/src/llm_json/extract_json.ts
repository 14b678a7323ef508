import { fenceAt } from "./fenced_json.ts"
import { isJson } from "./repair_json.ts"

/** What a JSON value is opened and closed by. */
export type Brackets = "{}" | "[]"

/** A reply with more pieces that begin like a value is prose. */
const MAX_PIECES = 32

/**
 * The part of a reply that is meant as its JSON value: the whole reply, a valid object in a fence that begins a line, else
 * the first valid one, else what a repair should look at. A fence within a string of an object is part of that object,
 * and a part of a broken or cut object is never taken for the whole. Linear. @requirement critics.llm_json
 */
export function extractJson(text: string, brackets: Brackets = "{}"): string {
  const whole = text.trim()
  if (isJson(whole)) return whole
  return validPiece(whole, brackets) ?? brokenPieces(whole, brackets)[0] ?? whole
}

/** The valid value in the reply, if there is one. */
export function validPiece(text: string, brackets: Brackets): string | undefined {
  const pieces: Array<{ readonly text: string; readonly fenced: boolean }> = []
  let from = 0
  for (let tries = 0; tries < MAX_PIECES; tries += 1) {
    const start = text.indexOf(brackets.charAt(0), from)
    if (start < 0) break
    const end = endOfValue(text, start, brackets)
    const piece = text.slice(start, end)
    if (end > 0 && !goesOn(text, end) && isJson(piece))
      pieces.push({ text: piece, fenced: isFenced(text, start) })
    from = end > 0 ? end : (fenceAt(text, start)?.body ?? text.length)
  }
  const full = (piece: { readonly text: string }) => !/^.\s*.$/s.test(piece.text)
  return (pieces.find(({ fenced }) => fenced) ?? pieces.find(full) ?? pieces[0])?.text
}

/** What may become valid by a repair, likeliest first: a fence's body, a value that closes, all up to the last bracket. */
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

/** Behind the bracket that closes the one at `start`, brackets in strings left out; -1 when it is never closed. */
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
