import {
  containedRead,
  locate,
  MAX_READ_BYTES,
  openWorkspace,
  replaceFile,
} from "@proofloop/foundation/files"
import { strictText } from "@proofloop/foundation/git"
import type { Fix } from "@proofloop/stdlib/internal/check"
import type { FixedFile, ReportedFinding } from "./report.ts"
import type { CheckSubject } from "./subject.ts"

const BYTE_ORDER_MARK = "\ufeff"

/**
 * Writes the findings' repairs into the work tree, each file in one step. Leaves alone a file that changed since it
 * was judged, and a repair that overlaps another one. Rejects as the file system does.
 */
export async function applyFixes(
  { root, change }: Pick<CheckSubject, "root" | "change">,
  findings: readonly ReportedFinding[],
): Promise<readonly FixedFile[]> {
  const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: MAX_READ_BYTES })
  const fixed: FixedFile[] = []
  for (const { path, after } of change.files) {
    const text = strictText(after)
    if (after === null || text === null) continue
    const { text: repaired, done } = repair(
      text,
      findings.filter((finding) => finding.path === path),
    )
    if (done.length === 0) continue
    const located = await locate(workspace, path, "write")
    const now = await containedRead(workspace.root, path)
    if (now === null || typeof now === "string" || !now.equals(after)) continue
    const mark = hasByteOrderMark(after) ? BYTE_ORDER_MARK : ""
    await replaceFile(workspace, located, Buffer.from(mark + repaired))
    fixed.push(...done)
  }
  return fixed
}

function repair(text: string, findings: readonly ReportedFinding[]) {
  const edits: Array<Fix["edits"][number]> = []
  const done: FixedFile[] = []
  for (const { path, line, critic, rule, fix } of findings) {
    if (fix === undefined || fix.edits.some((edit) => edits.some((other) => isOver(edit, other)))) continue
    edits.push(...fix.edits)
    done.push({ path, ...(line === undefined ? {} : { line }), critic, rule, title: fix.title })
  }
  const sorted = edits.toSorted((one, other) => other.start - one.start)
  const repaired = sorted.reduce(
    (now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end),
    text,
  )
  return { text: repaired, done }
}

/** Two insertions at one place overlap, because their order is unknown. */
function isOver(one: Fix["edits"][number], other: Fix["edits"][number]): boolean {
  return one.start <= other.end && other.start <= one.end
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
