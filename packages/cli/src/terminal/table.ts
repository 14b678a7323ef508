import { wrap } from "../console/wrap.ts"
import { pad, visibleLength } from "./text.ts"

/**
 * Rows as text, columns aligned, each line beginning with two spaces. `width`: the last column is wrapped at so many
 * columns of the terminal.
 */
export function table(rows: readonly (readonly string[])[], width = Infinity): string {
  const widths = rows.reduce<readonly number[]>(
    (known, row) => row.map((cell, at) => Math.max(known[at] ?? 0, visibleLength(cell))),
    [],
  )
  return rows
    .flatMap((row) => wrapLast(row, widths, width))
    .map((row) => `  ${row.map((cell, at) => pad(cell, widths[at] ?? 0)).join("  ")}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("")
}

/** A row for each line of its last cell. */
function wrapLast(
  row: readonly string[],
  widths: readonly number[],
  width: number,
): readonly (readonly string[])[] {
  const before = widths.slice(0, row.length - 1).reduce((sum, each) => sum + each + 2, 2)
  // A column that is too narrow reads worse than a long line.
  const room = Math.max(width - before, 20)
  const lines = wrap(row.at(-1) ?? "", room)
  return lines.map((line, at) => [...row.slice(0, -1).map((cell) => (at === 0 ? cell : "")), line])
}
