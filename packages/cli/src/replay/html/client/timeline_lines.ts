import { element } from "./dom.ts"

export interface Cell {
  readonly node: HTMLElement
  /** Its width. */
  readonly columns: number
}

const LANES = ["Turn", "Trips", "Failing", "Checks", "Edits", "Other"]

/** Breaks the cells into lines of at most so many columns, each with the names of its lanes before it. */
export function arrange(cells: readonly Cell[], columns: number): readonly HTMLElement[] {
  const lines: Cell[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const cell of cells) {
    if (used + cell.columns > columns) {
      lines.push([])
      used = 0
    }
    lines.at(-1)?.push(cell)
    used += cell.columns
  }
  return lines.map((line) => element("div", { class: "stave" }, gutter(), ...line.map(({ node }) => node)))
}

function gutter(): HTMLElement {
  const names = LANES.map((name) => element("span", {}, name))
  return element("span", { class: "gutter", "aria-hidden": "true" }, ...names)
}
