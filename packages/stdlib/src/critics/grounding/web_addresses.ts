import { withoutFences } from "../docs/prose.ts"
import type { Target } from "./link_targets.ts"

const MAX_ADDRESS = 2048

/** The http(s) addresses of a document outside of fenced code, without surrounding punctuation and marks. */
export function webAddresses(text: string): readonly Target[] {
  const prose = withoutFences(text)
  const found: Target[] = []
  let end = 0
  for (const { index } of prose.matchAll(/https?:\/\//gi)) {
    if (index < end) continue
    end = addressEnd(prose, index)
    const target = prose.slice(index, end).replace(/[.,;:!?'"*_~|\\]{1,64}$/, "")
    if (URL.canParse(target)) found.push({ target, offset: index })
  }
  return found
}

/** Where an address ends: at a space, a quote or a mark, or at a bracket it did not open itself. */
function addressEnd(prose: string, start: number): number {
  const opened = { round: 0, square: 0 }
  const end = Math.min(prose.length, start + MAX_ADDRESS)
  for (let at = start; at < end; at += 1) {
    const character = prose[at] ?? ""
    if (/[\s<>"`|{}\\^]/.test(character)) return at
    if (character === "(") opened.round += 1
    else if (character === "[") opened.square += 1
    else if (character === ")" && (opened.round -= 1) < 0) return at
    else if (character === "]" && (opened.square -= 1) < 0) return at
  }
  return end
}
