import type { RunReplay } from "@proofloop/replay"
import { signatureMarks } from "./signature_mark.ts"
import { turnFacts } from "./turn_facts.ts"

const TURN_WIDTH = 5
const HEIGHT = 26
const WIDEST = 190
const GAP_TURNS = 2

/** A run as a small picture, a column a turn: trips above, checks in the middle, edits below. */
export function renderStrip(run: RunReplay): string {
  const marks = signatureMarks(run)
  const shapes = new Map<string, string>()
  const draw = (name: string, box: string): void => void shapes.set(name, (shapes.get(name) ?? "") + box)
  let at = 0
  for (const turn of run.timeline) {
    const left = at + ((turn.omitted ?? 0) > 0 ? GAP_TURNS : 0)
    const facts = turnFacts(turn, run)
    const mark = marks.get(facts.failing)
    const colour = mark === undefined ? "failed" : `sig ${mark.hue_class}`
    const x = left * TURN_WIDTH
    if (left > at) draw("gap", box(at * TURN_WIDTH + 2, 13, GAP_TURNS * TURN_WIDTH - 4, 1))
    if (facts.stake !== "none")
      draw(
        facts.stake === "after_trip" ? "stake" : "stake hard",
        box(at * TURN_WIDTH, 0, x - at * TURN_WIDTH + TURN_WIDTH, HEIGHT),
      )
    if (facts.failed > 0) draw(colour, box(x + 0.5, 8, 4, 10))
    else if (facts.passed > 0) draw("pass", box(x + 0.5, 14, 4, 4))
    else if (facts.failing !== "") draw(colour, box(x, 16, TURN_WIDTH, 2))
    else draw("idle", box(x + 1, 17, 3, 1))
    if (facts.edits > 0) draw("edit", box(x + 1.5, 21, 2, 4))
    if (facts.trip !== "none") draw(facts.trip, facts.trip === "nudge" ? triangle(x) : box(x, 0.5, 5, 5))
    at = left + 1
  }
  const width = Math.max(1, at * TURN_WIDTH)
  // What is at stake lies behind everything else.
  const ordered = [...shapes].toSorted(
    ([left], [right]) => Number(right.startsWith("stake")) - Number(left.startsWith("stake")),
  )
  const paths = ordered.map(([name, boxes]) => `<path class="${name}" d="${boxes}"/>`).join("")
  return `<svg class="strip" viewBox="0 0 ${width} ${HEIGHT}" width="${Math.min(width, WIDEST)}" height="${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${paths}</svg>`
}

function box(x: number, y: number, width: number, tall: number): string {
  return `M${x} ${y}h${width}v${tall}h${-width}z`
}

function triangle(x: number): string {
  return `M${x} 6h5l-2.5-5.5z`
}
