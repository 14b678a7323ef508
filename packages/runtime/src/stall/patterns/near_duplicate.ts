import { distance } from "fastest-levenshtein"
import { BOUNDS } from "../state.ts"

const SIMILAR = 0.9

/**
 * Whether two texts differ by at most a tenth, over their first 512 characters. Token sets are compared first, so the
 * quadratic distance is computed only for likely pairs.
 */
export function isNearDuplicate(left: string, right: string): boolean {
  const a = left.slice(0, BOUNDS.text)
  const b = right.slice(0, BOUNDS.text)
  if (a === b) return a !== ""
  const longest = Math.max(a.length, b.length)
  if (Math.min(a.length, b.length) < longest * SIMILAR) return false
  if (sharedTokens(a, b) < 0.6) return false
  return 1 - distance(a, b) / longest >= SIMILAR
}

function sharedTokens(left: string, right: string): number {
  const a = tokensOf(left)
  const b = tokensOf(right)
  const shared = [...a].filter((token) => b.has(token)).length
  return shared / Math.max(a.size, b.size, 1)
}

function tokensOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().split(/[^\p{L}\p{N}_]+/u))
}
