export interface DiffLine {
  readonly kind: "same" | "added" | "removed"
  /** From 1; null where the line is not on that side. */
  readonly before: number | null
  readonly after: number | null
  readonly text: string
}

/** The hunks of one file in a unified diff. */
export function hunksOf(diff: string): ReadonlyArray<readonly DiffLine[]> {
  return diff
    .split(/^(?=@@ )/m)
    .slice(1)
    .map(linesOf)
}

function linesOf(hunk: string): readonly DiffLine[] {
  const [head = "", ...rows] = hunk.split("\n")
  const [, old_start, new_start] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(head) ?? []
  let [before, after] = [Number(old_start), Number(new_start)]
  return rows.flatMap((row): readonly DiffLine[] => {
    const text = row.slice(1)
    if (row.startsWith("-")) return [{ kind: "removed", before: before++, after: null, text }]
    if (row.startsWith("+")) return [{ kind: "added", before: null, after: after++, text }]
    return row.startsWith(" ") ? [{ kind: "same", before: before++, after: after++, text }] : []
  })
}
