import type { RunReplay, TimelineTurn } from "@proofloop/replay/internal"
import { element } from "../../../kit/client/dom.ts"
import { countOf } from "../figures.ts"
import type { SignatureMark } from "../signature_mark.ts"
import { turnFacts } from "../turn_facts.ts"
import { STAKE_CLASSES, turnCell } from "./turn_cell.ts"

export interface TimelineView {
  /** Moves with the arrow keys, Home, End and t. */
  press(event: KeyboardEvent): void
  stop(): void
}

/** Draws a run in `container`, a column a turn, in as many lines as needed; `show` gets the chosen turn. */
export function showTimeline(
  container: HTMLElement,
  run: RunReplay,
  marks: ReadonlyMap<string, SignatureMark>,
  show: (turn: TimelineTurn) => void,
): TimelineView {
  const turns = run.timeline
  const buttons = turns.map((turn) => turnCell(turn, run, marks))
  const cells = turns.flatMap((turn, index): readonly Cell[] => {
    const cell = { node: buttons[index] ?? element("span", {}), columns: 1 }
    return (turn.omitted ?? 0) > 0 ? [{ node: gap(turn, run), columns: 2 }, cell] : [cell]
  })
  let selected = Math.max(
    0,
    turns.findIndex(({ trips }) => trips.length > 0),
  )
  let columns = 0
  const wishes = new AbortController()
  const listen = { signal: wishes.signal }

  const layOut = (): void => {
    const next = columnsOf(container)
    if (next === columns) return
    columns = next
    const focused = document.activeElement
    container.replaceChildren(...arrange(cells, columns))
    if (focused instanceof HTMLElement && container.contains(focused)) focused.focus()
  }
  const look = (index: number): void => {
    const turn = turns[index]
    if (turn !== undefined) show(turn)
  }
  const select = (index: number, focus: boolean): void => {
    const [before, after] = [buttons[selected], buttons[index]]
    if (after === undefined) return
    before?.removeAttribute("aria-current")
    if (before !== undefined) before.tabIndex = -1
    after.setAttribute("aria-current", "true")
    after.tabIndex = 0
    selected = index
    look(index)
    if (!focus) return
    after.focus({ preventScroll: true })
    after.scrollIntoView({ block: "nearest", inline: "nearest" })
  }
  const indexOf = ({ target }: Event): number => {
    const button = target instanceof Element ? target.closest("button") : null
    return buttons.findIndex((candidate) => candidate === button)
  }

  container.addEventListener("click", (event) => select(indexOf(event), true), listen)
  let looked_at = -1
  // No pointerover: one comes without any move when the timeline opens below the pointer.
  container.addEventListener(
    "pointermove",
    (event) => {
      const index = event.pointerType === "mouse" ? indexOf(event) : -1
      if (index < 0 || index === looked_at) return
      looked_at = index
      look(index)
    },
    listen,
  )
  container.addEventListener(
    "pointerleave",
    () => {
      looked_at = -1
      look(selected)
    },
    listen,
  )
  const watcher = new ResizeObserver(layOut)
  layOut()
  watcher.observe(container)
  select(selected, true)
  return {
    press: (event) => {
      const to = target(event.key, selected, columns, turns)
      if (to === undefined) return
      event.preventDefault()
      select(to, true)
    },
    stop: () => {
      wishes.abort()
      watcher.disconnect()
    },
  }
}

function target(
  key: string,
  from: number,
  columns: number,
  turns: readonly TimelineTurn[],
): number | undefined {
  const last = turns.length - 1
  const to = {
    ArrowRight: Math.min(last, from + 1),
    ArrowLeft: Math.max(0, from - 1),
    ArrowDown: Math.min(last, from + columns),
    ArrowUp: Math.max(0, from - columns),
    Home: 0,
    End: last,
    t: turns.findIndex(({ trips }, index) => index > from && trips.length > 0),
    T: turns.findLastIndex(({ trips }, index) => index < from && trips.length > 0),
  }[key]
  return to === -1 ? undefined : to
}

function gap(next: TimelineTurn, run: RunReplay): HTMLElement {
  const { omitted = 0, turn } = next
  const classes = ["gap", ...STAKE_CLASSES[turnFacts(next, run).stake]].join(" ")
  const label = `${countOf(omitted, "turn")} before turn ${turn} left out`
  return element("span", { class: classes, role: "note", title: label, "aria-label": label }, `${omitted}`)
}

function columnsOf(container: HTMLElement): number {
  const style = getComputedStyle(container)
  const length = (name: string): number => Number.parseFloat(style.getPropertyValue(name))
  return Math.max(
    4,
    Math.floor(
      (container.clientWidth - 2 * length("padding-left") - length("--gutter")) / length("--column"),
    ),
  )
}

interface Cell {
  readonly node: HTMLElement
  readonly columns: number
}

const LANES = ["Turn", "Trips", "Failing", "Checks", "Edits", "Other"]

/** Breaks the cells into lines of at most this many columns, each behind the names of its lanes. */
function arrange(cells: readonly Cell[], columns: number): readonly HTMLElement[] {
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
