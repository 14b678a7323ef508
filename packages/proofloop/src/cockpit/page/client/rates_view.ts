import { element, section } from "../../../kit/client/dom.ts"
import type { RateGroup } from "../../sources/source.ts"
import { getJson } from "./api.ts"
import { patch } from "./patch.ts"

type Group = RateGroup & { readonly source: string }

export function ratesView() {
  const body = element("div", {})
  const show = async (): Promise<void> => {
    const { groups } = await getJson<{ groups: readonly Group[] }>("/api/rates")
    patch(body, [{ key: "rates", state: JSON.stringify(groups), make: () => tables(groups) }])
  }
  void show().catch(() => undefined)
  return {
    node: element(
      "div",
      { class: "view" },
      element("h1", {}, "Rates"),
      element(
        "p",
        { class: "lede" },
        "Money is counted where prices are given. A run counts for the model that worked on it. A false alarm is one that a person closed without taking the merge back.",
      ),
      body,
    ),
    show: () => void show().catch(() => undefined),
  }
}

function tables(groups: readonly Group[]): HTMLElement {
  if (groups.length === 0) return element("p", { class: "none" }, "There is no row yet.")
  return element(
    "div",
    {},
    ...(["repository", "model"] as const).map((by) => {
      const own = groups.filter((group) => group.by === by)
      return section(by === "repository" ? "By repository" : "By model", {}, tableOf(own, by))
    }),
  )
}

const columns: readonly (readonly [name: string, of: (group: Group) => string])[] = [
  ["Rows", ({ rows }) => count(rows)],
  ["Merged", ({ merged }) => count(merged)],
  ["$ per merge", ({ usd, merged }) => (merged === 0 || usd === 0 ? "–" : `$${(usd / merged).toFixed(2)}`)],
  [
    "Turns per merge",
    ({ turns, merged }) => (merged === 0 || turns === 0 ? "–" : (turns / merged).toFixed(1)),
  ],
  ["$ in all", ({ usd }) => (usd === 0 ? "–" : `$${usd.toFixed(2)}`)],
  ["Tokens", ({ tokens }) => (tokens === 0 ? "–" : count(tokens))],
  ["Rejected", ({ rejected }) => count(rejected)],
  ["Sent back", ({ sent_back }) => count(sent_back)],
  ["Alarms", ({ alarms }) => count(alarms)],
  ["False", ({ false_alarms }) => count(false_alarms)],
]

function count(value: number): string {
  return value.toLocaleString("en").replaceAll(",", "\u202f")
}

function tableOf(groups: readonly Group[], by: string): HTMLElement {
  if (groups.length === 0) return element("p", { class: "none" }, "Nothing is known.")
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `Rates by ${by}` },
    element(
      "table",
      { class: "rates" },
      element("caption", { class: "unseen" }, `Rates by ${by}`),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, by === "model" ? "Model" : "Repository"),
          ...columns.map(([name]) => element("th", { scope: "col", class: "number" }, name)),
        ),
      ),
      element(
        "tbody",
        {},
        ...groups.map((group) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, group.name),
            ...columns.map(([, of]) => element("td", { class: "number" }, of(group))),
          ),
        ),
      ),
    ),
  )
}
