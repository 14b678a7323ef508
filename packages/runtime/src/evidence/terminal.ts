import { ESCAPES, withoutEscapes } from "@proofloop/foundation/text"
import { Screen } from "./screen.ts"

/** What moves a cursor back or takes text away; line ends, colours and titles alone need no screen. */
const MOVES = /\u0008|\r(?!\r{0,4}(?:\n|$))|(?:\u001b\[|\u009b\[?)[0-?]{0,64}[A-HJKfsu]|\u001b[78Mc]/
/** A return that is no line end of Windows. */
const RETURN = /\r(?!\r{0,4}(?:\n|$))/
const FEWEST = 4
const CONTROL = /([\r\n\u0008])/
const MOVE = /^(?:\u001b\[|\u009b\[?)(\d{0,9})(?:;(\d{0,9}))?([A-HJKfsu])$/

/**
 * Text as a reader of the terminal saw it at the end, in linear time: no escape sequences, LF line ends. What was
 * overwritten, erased or redrawn is gone. What a cleared screen showed stays.
 * @requirement evidence.noise
 */
export function stripTerminal(given: string): string {
  const text = RETURN.test(given) ? given.split("\n").map(withLineEnds).join("\n") : given
  if (!MOVES.test(text)) return withoutReturns(withoutEscapes(text))
  const screen = new Screen()
  let done = 0
  for (const { 0: escape, index } of text.matchAll(ESCAPES)) {
    draw(screen, text.slice(done, index))
    done = index + escape.length
    const [, first = "", second = "", name = escape.slice(1)] = MOVE.exec(escape) ?? []
    moves[name]?.(screen, first, second)
  }
  draw(screen, text.slice(done))
  return screen.toString()
}

/** Returns between lines that have hardly a word in common are line ends: what is redrawn looks like what it was. */
function withLineEnds(line: string): string {
  if (!RETURN.test(line)) return line
  const words = line.split("\r").map((part) => part.replaceAll(/[^\p{L}]/gu, ""))
  const written = words.filter((part) => part !== "")
  const is_text = written.length >= FEWEST && new Set(written).size > written.length / 2
  return is_text ? line.replaceAll("\r", "\n") : line
}

function withoutReturns(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r", "") : text
}

function draw(screen: Screen, text: string): void {
  for (const part of text.split(CONTROL)) {
    if (part === "\n") screen.newLine()
    else if (part === "\r") screen.moveTo(0)
    else if (part === "\u0008") screen.move(0, -1)
    else if (part !== "") screen.write(part)
  }
}

type Move = (screen: Screen, first: string, second: string) => void

const count = (digits: string): number => Math.max(1, Number(digits))

const moves: Readonly<Record<string, Move>> = {
  A: (screen, rows) => screen.move(-count(rows), 0),
  B: (screen, rows) => screen.move(count(rows), 0),
  C: (screen, columns) => screen.move(0, count(columns)),
  D: (screen, columns) => screen.move(0, -count(columns)),
  E: (screen, rows) => {
    screen.move(count(rows), 0)
    screen.moveTo(0)
  },
  F: (screen, rows) => {
    screen.move(-count(rows), 0)
    screen.moveTo(0)
  },
  G: (screen, column) => screen.moveTo(count(column) - 1),
  H: (screen, row, column) => screen.place(count(row) - 1, count(column) - 1),
  f: (screen, row, column) => screen.place(count(row) - 1, count(column) - 1),
  J: (screen, what) => (what === "2" || what === "3" ? screen.clear() : screen.eraseBelow()),
  // To the left of the cursor only (1) a redraw erases what it then writes over.
  K: (screen, what) => (what === "2" ? screen.eraseRow() : what === "1" ? undefined : screen.eraseToEnd()),
  s: (screen) => screen.save(),
  u: (screen) => screen.restore(),
  // From here on: escapes without a bracket.
  M: (screen) => screen.move(-1, 0),
  c: (screen) => screen.clear(),
  7: (screen) => screen.save(),
  8: (screen) => screen.restore(),
}
