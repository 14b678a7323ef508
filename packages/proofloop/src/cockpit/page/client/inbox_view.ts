import { command, element, pill, section, time } from "../../../kit/client/dom.ts"
import type { Overview } from "../../sources/overview.ts"
import type { InboxEntry, RowLine } from "../../sources/row_line.ts"
import { actionPart } from "./action_dialog.ts"
import { liveCard } from "./live_card.ts"
import { modeText } from "./mode.ts"
import { type Keyed, patch } from "./patch.ts"
import { rowsTable } from "./rows_table.ts"

export function inboxView() {
  const warnings = element("div", { class: "warnings" })
  const count = element("p", { class: "count" })
  const entries = element("ol", { class: "entries" })
  const alive = element("div", { class: "alive" })
  const nothing = element("p", { class: "none" }, "Nothing is running.")
  const recent = element("div", {})
  const first = section(
    "What to do first",
    {},
    ...FIRST.flatMap(([text, line]) => [element("p", {}, text), command(line)]),
  )
  const node = element(
    "div",
    { class: "view" },
    element("h1", {}, "For a person"),
    warnings,
    first,
    count,
    entries,
    section("Alive", {}, nothing, alive),
    section("Changed last", {}, recent),
  )
  return {
    node,
    show(overview: Overview): void {
      const { inbox, held } = overview
      first.hidden = inbox.in_all + held.length + overview.recent.length > 0
      patch(warnings, [...overview.problems, ...overview.warnings].map(warning))
      count.textContent = countText(inbox)
      patch(entries, inbox.entries.map(entryItem))
      nothing.hidden = held.length > 0
      patch(
        alive,
        held.map((line) => ({ key: keyOf(line), state: line.state, make: () => liveCard(line) })),
      )
      patch(recent, [tableOf(overview.recent)])
    },
  }
}

const FIRST = [
  ["Hooks in the agent that you already run; their page is Hooks above.", "npx proofloop hook install"],
  ["What is wrong with a repository, and then a pull request for it.", "npx proofloop pipeline run ."],
  [
    "From what somebody says went wrong to a tested draft.",
    `npx proofloop feedback add "what went wrong" --severity high`,
  ],
] as const

function countText({ entries, in_all }: Overview["inbox"]): string {
  if (in_all === 0) return "Nothing waits for a person."
  const more = in_all > entries.length ? `, of which the ${entries.length} oldest are shown` : ""
  return `${in_all} ${in_all === 1 ? "thing waits" : "things wait"}, oldest first${more}`
}

function warning(text: string): Keyed {
  return { key: text, state: "", make: () => element("p", { class: "warning", role: "note" }, text) }
}

function tableOf(lines: readonly RowLine[]): Keyed {
  return {
    key: "recent",
    state: JSON.stringify(lines),
    make: () =>
      lines.length === 0
        ? element("p", { class: "none" }, "There is no row yet.")
        : rowsTable(lines, "Rows that changed last"),
  }
}

function keyOf({ source, id }: RowLine): string {
  return `${source}/${id}`
}

function entryItem(entry: InboxEntry): Keyed {
  const { source, row_id, why, since } = entry
  return {
    key: [source, row_id, why, since].join("/"),
    state: JSON.stringify([entry, modeText()]),
    make: () => makeEntry(entry),
  }
}

function makeEntry({ source, row_id, title, since, why, tone, text, action }: InboxEntry): HTMLElement {
  const name =
    row_id === null
      ? element("b", {}, title)
      : element("a", { href: `#/row/${source}/${row_id}`, class: "id" }, row_id)
  return element(
    "li",
    { class: `entry ${tone}`.trim() },
    element(
      "div",
      { class: "what" },
      element("p", { class: "top" }, pill(why, tone), name, time(since)),
      row_id !== null && element("p", { class: "title" }, title),
      text !== title && element("p", { class: "text" }, text),
    ),
    actionPart(action, { source, id: row_id, is_first: true }),
  )
}
