import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { visibleLength, wrap } from "../console/wrap.ts"
import type { Style } from "../terminal/style.ts"
import { pad } from "../terminal/text.ts"

type Tone = "plain" | "quiet" | "good" | "bad" | "alert"

export interface Row {
  readonly tone: Tone
  readonly label: string
  readonly text: string
  readonly outcome?: string
  readonly wraps?: boolean
}

export interface Place {
  readonly turn: number
  readonly at_ms: number
}

const MARKS: Readonly<Record<Tone, string>> = { plain: "·", quiet: "·", good: "✓", bad: "✗", alert: "!" }
const GUTTER = 12
const LABEL_WIDTH = 12
const LONGEST_OUTCOME = 34
const MOST_LINES = 4

/** The lines of a row. A row is one line, its text cut to what fits, unless it `wraps`. */
export function renderRow(row: Row, place: Place | null, style: Style): readonly string[] {
  const right = cutCodePoints(oneLine(row.outcome ?? ""), LONGEST_OUTCOME)
  const room = style.width - GUTTER - 2 - LABEL_WIDTH - 1 - (right === "" ? 0 : visibleLength(right) + 2)
  const text = oneLine(row.text)
  const [first = "", ...more] =
    row.wraps === true ? wrap(text, room).slice(0, MOST_LINES) : [cutCodePoints(text, room)]
  const paint = { plain: same, quiet: style.dim, good: style.green, bad: style.red, alert: style.yellow }[
    row.tone
  ]
  const body = row.tone === "quiet" ? style.dim : same
  const left = `${style.dim(whereOf(place))}${paint(`${row.label === "" ? " " : MARKS[row.tone]} ${labelOf(row)}`)}`
  const line = right === "" ? body(cutCodePoints(first, room)) : `${pad(body(first), room)}  ${paint(right)}`
  const indent = " ".repeat(GUTTER + 2 + LABEL_WIDTH + 1)
  return [`${left} ${line}`.trimEnd(), ...more.map((rest) => `${indent}${body(cutCodePoints(rest, room))}`)]
}

function whereOf(place: Place | null): string {
  if (place === null) return " ".repeat(GUTTER)
  const seconds = `${(place.at_ms / 1000).toFixed(1)}s`
  return `${String(place.turn).padStart(4)}${seconds.padStart(7)} `.padEnd(GUTTER)
}

function labelOf({ label }: Row): string {
  return pad(cutCodePoints(oneLine(label), LABEL_WIDTH), LABEL_WIDTH)
}

function same(text: string): string {
  return text
}
