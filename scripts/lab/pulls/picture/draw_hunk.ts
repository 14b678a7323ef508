import type { Annotation } from "./annotations.ts"
import type { DiffLine } from "./hunks.ts"
import { INNER, MARGIN, ROW, type Sheet, wrapped } from "./sheet.ts"

/** A hunk of a changed file, and what a report says of the file. */
export interface ShownHunk {
  readonly path: string
  readonly lines: readonly DiffLine[]
  readonly annotations: readonly Annotation[]
}

/** Where code begins, and how wide one of its letters is. */
const CODE = MARGIN + 112
const LETTER = 6.6
const MOST_LETTERS = Math.floor((INNER - 132) / LETTER)

/** The lines with each annotation below its own; one whose line is not among them comes last. */
export function drawHunk(sheet: Sheet, { path, lines, annotations }: ShownHunk): void {
  sheet.text(MARGIN + 12, sheet.y + 20, path, "mono bold")
  sheet.rule(MARGIN, sheet.y + 30, INNER)
  sheet.y += 36
  const left = new Set(annotations)
  for (const line of shortened(lines)) {
    if (typeof line === "string") {
      sheet.text(CODE, sheet.y + 13, line, "dim")
      sheet.y += ROW
      continue
    }
    drawLine(sheet, line)
    for (const one of left)
      if (one.line !== null && one.line === line.after) {
        drawAnnotation(sheet, one)
        left.delete(one)
      }
  }
  for (const one of left) drawAnnotation(sheet, one)
  sheet.y += 6
}

/** The words of the code are bars, as long as they are: the code belongs to others. */
function drawLine(sheet: Sheet, { kind, before, after, text }: DiffLine): void {
  const { y } = sheet
  if (kind !== "same") sheet.box(kind, { x: MARGIN + 1, y, width: INNER - 2, height: ROW })
  const numbers = [before, after].map((number) => String(number ?? "").padStart(6)).join("")
  sheet.text(MARGIN + 4, y + 13, numbers, "mono dim")
  if (kind !== "same") sheet.text(MARGIN + 98, y + 13, kind === "added" ? "+" : "−", "mono")
  for (const { 0: word, index } of text.replaceAll("\t", "    ").slice(0, MOST_LETTERS).matchAll(/\S+/g)) {
    const place = { x: CODE + index * LETTER, y: y + 5, width: word.length * LETTER - 1, height: 8, round: 3 }
    sheet.box(kind === "same" ? "code" : `${kind}-code`, place)
  }
  sheet.y += ROW
}

function drawAnnotation(sheet: Sheet, { level, title, message }: Annotation): void {
  const [x, y] = [MARGIN + 12, sheet.y + 5]
  const rows = wrapped(message, INNER - 60)
  const height = 34 + rows.length * ROW
  sheet.box("bar", { x, y, width: INNER - 24, height, round: 5 })
  sheet.box(level, { x, y, width: 4, height })
  sheet.spans(x + 16, y + 21, [
    [level, `bold ${level}`],
    [`  ${title}`, "bold"],
  ])
  for (const [index, row] of rows.entries()) sheet.text(x + 16, y + 41 + index * ROW, row)
  sheet.y += height + 10
}

/** Of a longer run of lines of one kind, the ends are drawn. */
const LONGEST_RUN = 12

function shortened(lines: readonly DiffLine[]): ReadonlyArray<DiffLine | string> {
  const runs: DiffLine[][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    if (run?.[0]?.kind === line.kind) run.push(line)
    else runs.push([line])
  }
  return runs.flatMap((run) =>
    run.length <= LONGEST_RUN || run[0]?.kind === "same"
      ? run
      : [...run.slice(0, 7), `${run.length - 10} more lines`, ...run.slice(-3)],
  )
}
