import { cutCodePoints } from "@proofloop/foundation/text"
import { visibleLength, wrap } from "../console/wrap.ts"
import { pad } from "./text.ts"

/** Rows as text, columns aligned, indented by two spaces. The last column is wrapped at `width` columns. */
export function table(rows: readonly (readonly string[])[], width = Infinity): string {
  const widths = widthsOf(rows)
  return rows
    .flatMap((row) => wrapLast(row, widths, width))
    .map((row) => `  ${row.map((cell, at) => pad(cell, widths[at] ?? 0)).join("  ")}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("")
}

/** A line a row: the plain text of column `at` is cut so that the lines have at most `width` columns, and keeps at least 12. */
export function cutTable(rows: readonly (readonly string[])[], at: number, width: number): string {
  const others = widthsOf(rows).reduce((sum, each, index) => sum + 2 + (index === at ? 0 : each), 0)
  const room = Math.max(12, width - others)
  return table(rows.map((row) => row.map((cell, index) => (index === at ? cutCodePoints(cell, room) : cell))))
}

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  return rows.reduce<readonly number[]>(
    (known, row) => row.map((cell, at) => Math.max(known[at] ?? 0, visibleLength(cell))),
    [],
  )
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
