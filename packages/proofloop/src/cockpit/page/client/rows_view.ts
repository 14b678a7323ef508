import { button, element } from "../../../kit/client/dom.ts"
import type { Overview } from "../../sources/overview.ts"
import type { RowLine } from "../../sources/row_line.ts"
import { getJson } from "./api.ts"
import { rowsTable } from "./rows_table.ts"

export function rowsView({ sources }: Overview) {
  const [first] = sources
  let shown: readonly RowLine[] = []
  let next: string | null = null
  const source = element(
    "select",
    { id: "source" },
    ...sources.map(({ name, title }) => element("option", { value: name }, title)),
  )
  const state = element("select", { id: "state" })
  const table = element("div", {})
  const said = element("p", { class: "count", role: "status" })
  const more = button("Show 100 more", () => void load(next))
  const fillStates = (): void => {
    const { states = [] } = sources.find(({ name }) => name === source.value) ?? first ?? {}
    state.replaceChildren(
      element("option", { value: "" }, "every state"),
      ...states.map((name) => element("option", { value: name }, name)),
    )
  }
  const load = async (after: string | null): Promise<void> => {
    const asked = new URLSearchParams({
      ...(state.value === "" ? {} : { state: state.value }),
      ...(after === null ? {} : { after }),
    })
    try {
      const page = await getJson<{ rows: readonly RowLine[]; next: string | null }>(
        `/api/rows/${source.value}?${asked}`,
      )
      shown = after === null ? page.rows : [...shown, ...page.rows]
      next = page.next
    } catch (error) {
      said.textContent = (error as Error).message
      return
    }
    more.hidden = next === null
    said.textContent =
      shown.length === 0
        ? "No row."
        : `${shown.length} rows, oldest first${next === null ? "" : ", and more"}`
    table.replaceChildren(...(shown.length === 0 ? [] : [rowsTable(shown, "Rows")]))
  }
  source.addEventListener("change", () => {
    fillStates()
    void load(null)
  })
  state.addEventListener("change", () => void load(null))
  fillStates()
  void load(null)
  return {
    node: element(
      "div",
      { class: "view" },
      element("h1", {}, "Rows"),
      element(
        "p",
        { class: "filters" },
        element("label", { for: "source" }, "Of"),
        source,
        element("label", { for: "state" }, "in"),
        state,
      ),
      said,
      table,
      more,
    ),
    show(): void {
      // What a person looks through does not move under their eyes.
    },
  }
}
