import { element, pill, time, webLink } from "../../../kit/client/dom.ts"
import type { RowLine } from "../../sources/row_line.ts"

/** Rows as a table; on a narrow screen each one is a block. */
export function rowsTable(lines: readonly RowLine[], caption: string): HTMLElement {
  const head = ["Row", "State", "Stands", "Request", "Spent", "Changed"]
  return element(
    "table",
    { class: "rows" },
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, ...lines.map(rowOf)),
  )
}

function rowOf({
  source,
  id,
  title,
  state,
  tone,
  stands,
  link,
  spent,
  updated_at,
  is_held,
}: RowLine): HTMLElement {
  return element(
    "tr",
    {},
    element(
      "th",
      { scope: "row" },
      element("a", { href: `#/row/${source}/${id}`, class: "id" }, id),
      element("span", { class: "sub" }, title),
    ),
    element("td", {}, pill(state, tone), is_held && pill("at work", "good")),
    element("td", { class: "stands" }, stands),
    element("td", {}, link !== null && webLink(link)),
    element("td", { class: "number" }, spent),
    element("td", { class: "number" }, time(updated_at)),
  )
}
