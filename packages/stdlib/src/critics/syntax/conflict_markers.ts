import { cutCodePoints } from "@proofloop/foundation/text"
import type { Violation } from "../verdict.ts"

export interface ConflictMarker {
  /** From 1. */
  readonly line: number
  readonly text: string
}

const MAX_MARKERS = 20

/** The lines where unresolved merge conflicts begin; each needs its end marker below. */
export function conflictMarkers(text: string): readonly ConflictMarker[] {
  if (!text.includes("<<<<<<< ") || !text.includes(">>>>>>> ")) return []
  const found: ConflictMarker[] = []
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.startsWith("<<<<<<< ")) continue
    found.push({ line: index + 1, text: line })
    if (found.length === MAX_MARKERS) break
  }
  return found
}

/** The same text in every critic, so that a finding is told once. */
export function conflictViolations(path: string, markers: readonly ConflictMarker[]): Violation[] {
  return markers.map(({ line, text }) => ({
    path,
    line,
    column: 1,
    rule: "conflict_marker",
    message: "an unresolved merge conflict begins here",
    evidence: cutCodePoints(text.trim(), 120),
  }))
}
