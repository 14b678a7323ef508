import { pad, visibleLength } from "./text.ts"

/** Rows as text, columns aligned, each line beginning with two spaces. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<readonly number[]>(
    (known, row) => row.map((cell, at) => Math.max(known[at] ?? 0, visibleLength(cell))),
    [],
  )
  return rows
    .map((row) => `  ${row.map((cell, at) => pad(cell, widths[at] ?? 0)).join("  ")}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("")
}
