import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { oncePer } from "../once_per.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** Whether most lines of a definition's body stand in the touched files as often as before: it moved or was inlined. */
export function isAbsorbed({ before, definition: { range } }: LostDefinition, change: ChangeSet): boolean {
  const lines = before.slice(range.start, range.end).split("\n").slice(1).map(plain).filter(isTelling)
  if (lines.length < LEAST_LINES) return false
  const { old, now } = countedLines(change)
  const kept = lines.filter((line) => (now.get(line) ?? 0) >= (old.get(line) ?? 0)).length
  return kept >= MOST * lines.length
}

/** Fewer lines may stand elsewhere by chance. */
const LEAST_LINES = 3
const MOST = 0.7

const countedLines = oncePer(({ files }: ChangeSet) => {
  const [old, now] = [new Map<string, number>(), new Map<string, number>()]
  for (const { before, after } of files) {
    count(strictText(before) ?? "", old)
    count(strictText(after) ?? "", now)
  }
  return { old, now }
})

function count(text: string, counts: Map<string, number>): void {
  for (const line of text.split("\n").map(plain))
    if (isTelling(line)) counts.set(line, (counts.get(line) ?? 0) + 1)
}

function plain(line: string): string {
  return line.trim().replace(/[;,]$/, "")
}

/** A line with two words or more, no comment. */
function isTelling(line: string): boolean {
  return !/^(?:\/\/|\/?\*|#)/.test(line) && (line.match(/\w{2,}/g)?.length ?? 0) >= 2
}
