/** What a list shows: a node is made anew only when `state` has changed. */
export interface Keyed {
  readonly key: string
  readonly state: string
  readonly make: () => HTMLElement
}

/** Brings a list's children up to date. An unchanged child keeps its element: its focus, typed text and scroll position. */
export function patch(list: HTMLElement, wanted: readonly Keyed[]): void {
  const known = new Map([...list.children].map((child) => [child.getAttribute("data-key"), child]))
  const focused = document.activeElement
  const focused_id = focused !== null && list.contains(focused) ? focused.id : ""
  const nodes = wanted.map(({ key, state, make }) => {
    const before = known.get(key)
    if (before !== undefined && states.get(before) === state) return before
    const made = make()
    made.setAttribute("data-key", key)
    states.set(made, state)
    return made
  })
  const is_same =
    nodes.length === list.children.length && nodes.every((node, at) => node === list.children[at])
  if (is_same) return
  list.replaceChildren(...nodes)
  if (focused_id !== "") document.getElementById(focused_id)?.focus({ preventScroll: true })
}

const states = new WeakMap<Element, string>()
