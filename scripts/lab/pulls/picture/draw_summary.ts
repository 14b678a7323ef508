import { INNER, MARGIN, ROW, type Sheet, wrapped } from "./sheet.ts"
import type { Summary } from "./summary.ts"

/** Of the columns where, what and why. */
const WIDTHS = [265, 190, INNER - 480]

export function drawSummary(sheet: Sheet, { heading, rows }: Summary): void {
  sheet.text(MARGIN + 12, sheet.y + 26, heading, "bold")
  sheet.y += 40
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, at) => wrapped(cell, WIDTHS[at] ?? 0))
    sheet.rule(MARGIN + 12, sheet.y, INNER - 24)
    let x = MARGIN + 18
    for (const [at, cell] of cells.entries()) {
      for (const [part, words] of cell.entries())
        sheet.text(x, sheet.y + 17 + part * ROW, words, index === 0 ? "bold" : "")
      x += WIDTHS[at] ?? 0
    }
    sheet.y += Math.max(...cells.map(({ length }) => length)) * ROW + 8
  }
  sheet.y += 8
}
