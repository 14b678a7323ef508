import { byId, element } from "../../../kit/client/dom.ts"
import { isPattern, PATTERN_WORDS } from "../../pattern_words.ts"

/** The table of runs: what is shown of it, in which order, and where the focus is. */
export interface RunTable {
  shown(): readonly number[]
  focus(index: number): void
}

export function startRunTable(open: (index: number) => void): RunTable {
  const body = document.querySelector("tbody")
  const runs = [...document.querySelectorAll<HTMLTableRowElement>("tbody > tr")].map(readRow)
  const find = byId("find", HTMLInputElement)
  const pattern = byId("pattern", HTMLSelectElement)
  const source = byId("source", HTMLSelectElement)
  const order = byId("order", HTMLSelectElement)
  const tripped = byId("tripped", HTMLInputElement)
  let shown: readonly Listed[] = runs
  let current: HTMLAnchorElement | undefined

  const update = (): void => {
    const filter: Filter = {
      words: find.value.toLowerCase().split(/\s+/).filter(Boolean),
      pattern: pattern.value,
      source: source.value,
      only_tripped: tripped.checked,
    }
    shown = runs.filter((run) => fits(run, filter))
    const wanted = new Set(shown)
    for (const run of runs) run.row.hidden = !wanted.has(run)
    byId("shown", HTMLElement).textContent =
      shown.length === runs.length ? `${runs.length} runs` : `${shown.length} of ${runs.length} runs`
    byId("nothing", HTMLElement).hidden = shown.length > 0 || runs.length === 0
    takeFocus(shown[0]?.link)
  }
  const sort = (): void => {
    const [key = "", direction = ""] = order.value.split(" ")
    runs.sort(compareBy(key, direction === "down"))
    body?.append(...runs.map(({ row }) => row))
    for (const header of document.querySelectorAll("th")) {
      const is_sorted = key !== "" && header.querySelector("button")?.dataset["key"] === key
      if (is_sorted) header.setAttribute("aria-sort", direction === "down" ? "descending" : "ascending")
      else header.removeAttribute("aria-sort")
    }
    update()
  }

  order.append(...orders.map(({ value, name }) => element("option", { value }, name)))
  fill(
    pattern,
    runs.flatMap(({ patterns }) => patterns),
    (name) => (isPattern(name) ? `${PATTERN_WORDS[name]}, ${name}` : name),
  )
  fill(
    source,
    runs.map((run) => run.source),
    (name) => name,
  )
  for (const control of [find, pattern, source, tripped]) control.addEventListener("input", update)
  // The button that empties the field, in browsers that have one.
  find.addEventListener("search", update)
  find.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return
    event.preventDefault()
    if (find.value === "") find.blur()
    find.value = ""
    update()
  })
  order.addEventListener("input", sort)
  for (const button of document.querySelectorAll<HTMLButtonElement>("th button")) {
    button.addEventListener("click", () => {
      const { key = "" } = button.dataset
      order.value = order.value === `${key} down` ? `${key} up` : `${key} down`
      sort()
    })
  }
  body?.addEventListener("click", (event) => {
    const row = event.target instanceof Element ? event.target.closest("tr") : null
    const run = runs.find((candidate) => candidate.row === row)
    if (run === undefined || event.ctrlKey || event.metaKey || (getSelection()?.toString() ?? "") !== "")
      return
    event.preventDefault()
    takeFocus(run.link)
    open(run.index)
  })
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector("dialog[open]") !== null) return
    const link = linkToward(event.key)
    if (link === undefined) return
    event.preventDefault()
    takeFocus(link)
    link.focus()
  })
  for (const { link } of runs) link.tabIndex = -1
  find.form?.addEventListener("submit", (event) => event.preventDefault())
  order.value = FIRST_ORDER
  sort()
  return {
    shown: () => shown.map(({ index }) => index),
    focus: (index) => {
      const run = runs.find((candidate) => candidate.index === index)
      takeFocus(run?.link)
      run?.link.focus()
    },
  }

  /** Where a key leads from a row, or from a place without another use for it: the filter and the page itself. */
  function linkToward(key: string): HTMLAnchorElement | undefined {
    const active = document.activeElement
    const at = shown.findIndex(({ link }) => link === active)
    if (at < 0) {
      const is_page = active === null || active === document.body || active.id === "runs"
      const leads = key === "ArrowDown" ? is_page || active === find : key === "ArrowUp" && is_page
      return leads ? current : undefined
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[key]
    return to === undefined ? undefined : shown[to]?.link
  }

  /** Tab reaches one row; the arrow keys do the rest. */
  function takeFocus(link: HTMLAnchorElement | undefined): void {
    if (current !== undefined) current.tabIndex = -1
    if (link !== undefined) link.tabIndex = 0
    current = link
  }
}

function readRow(row: HTMLTableRowElement, index: number): Listed {
  const link = row.querySelector("a")
  if (link === null) throw new Error("a row has no link")
  const { patterns = "", source = "", trips = "0" } = row.dataset
  return {
    row,
    link,
    index,
    source,
    patterns: patterns.split(" ").filter(Boolean),
    trips: Number(trips),
    text: `${row.cells[0]?.textContent} ${row.querySelector(".trip")?.textContent} ${patterns}`.toLowerCase(),
  }
}

const MOST_OPTIONS = 60

/** The choices, the most frequent first; the text filter finds the rest. */
function fill(select: HTMLSelectElement, values: readonly string[], words: (value: string) => string): void {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const ranked = [...counts].toSorted(([, left], [, right]) => right - left).slice(0, MOST_OPTIONS)
  select.append(...ranked.map(([value, count]) => element("option", { value }, `${words(value)} (${count})`)))
}

interface Listed {
  readonly row: HTMLTableRowElement
  readonly link: HTMLAnchorElement
  readonly index: number
  readonly source: string
  readonly patterns: readonly string[]
  readonly trips: number
  readonly text: string
}

interface Filter {
  readonly words: readonly string[]
  /** "" for any. */
  readonly pattern: string
  readonly source: string
  readonly only_tripped: boolean
}

function fits(run: Listed, { words, pattern, source, only_tripped }: Filter): boolean {
  return (
    (!only_tripped || run.trips > 0) &&
    (pattern === "" || run.patterns.includes(pattern)) &&
    (source === "" || run.source === source) &&
    words.every((word) => run.text.includes(word))
  )
}

const KEYS: readonly (readonly [key: string, name: string])[] = [
  ["stake", "turns at stake"],
  ["turns", "turns"],
  ["tokens", "tokens"],
  ["edits", "edits"],
  ["checks", "checks"],
  ["first", "turn of the first trip"],
]

/** Turns at stake first, because readers look for them. */
const FIRST_ORDER = "stake down"

const orders: readonly { readonly value: string; readonly name: string }[] = [
  { value: "", name: "as read" },
  ...KEYS.flatMap(([key, name]) => [
    { value: `${key} down`, name: `${name}, most first` },
    { value: `${key} up`, name: `${name}, fewest first` },
  ]),
]

/** Runs without the value come last in either direction; equal ones keep the order of reading. */
function compareBy(key: string, is_down: boolean): (left: Listed, right: Listed) => number {
  if (key === "") return (left, right) => left.index - right.index
  return (left, right) => {
    const [one, other] = [valueOf(left, key), valueOf(right, key)]
    if (one === other) return left.index - right.index
    if (one === undefined) return 1
    if (other === undefined) return -1
    return is_down ? other - one : one - other
  }
}

function valueOf({ row }: Listed, key: string): number | undefined {
  const text = row.dataset[key] ?? ""
  return text === "" ? undefined : Number(text)
}
