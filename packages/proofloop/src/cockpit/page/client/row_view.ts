import { plural } from "@proofloop/foundation/text"
import { button, element, pill, printed, section, time, webLink } from "../../../kit/client/dom.ts"
import type { ProcessRecord } from "../../processes/process_list.ts"
import type { RowLive, RowView } from "../../sources/row_view.ts"
import { actionPart } from "./action_dialog.ts"
import { getJson, rowPath, sendJson } from "./api.ts"
import { changePart } from "./diff_view.ts"
import { evidenceParts } from "./evidence_parts.ts"
import { liveParts } from "./live_card.ts"
import { mayAct, modeText } from "./mode.ts"
import { patch } from "./patch.ts"

export function rowView(source: string, id: string) {
  const head = element("div", { class: "row-head" })
  const parts = element("div", { class: "row-main" })
  const aside = element("div", { class: "row-side" })
  const node = element("div", { class: "view row" }, head, element("div", { class: "columns" }, parts, aside))
  const show = async (): Promise<void> => {
    const [view, { live }] = await Promise.all([
      getJson<RowView>(rowPath(source, id)),
      getJson<{ live: RowLive | null }>(rowPath(source, id, "/live")),
    ]).catch((error: Error) => {
      head.replaceChildren(
        element("h1", {}, id),
        element("p", { class: "problem", role: "alert" }, error.message),
      )
      throw error
    })
    patch(head, [keyed("head", view.line, () => headOf(view))])
    const own = mayAct() && live?.holder ? await ownProcess(source, id) : null
    const is_live = live !== null && live.holder !== null
    patch(aside, [
      ...(is_live
        ? [
            keyed("live", [live, own], () =>
              section("Alive", { class: "live-card" }, ...liveParts(live), own !== null && abortButton(own)),
            ),
          ]
        : []),
      ...(view.actions.length === 0
        ? []
        : [keyed("actions", [view.actions, modeText()], () => actionsOf(view, source, id))]),
      keyed("facts", view.facts, () => factsOf(view)),
      ...(view.journals.length === 0
        ? []
        : [keyed("journals", view.journals, () => journalsOf(view, source, id))]),
      ...(view.evidence.heads.length === 0 ? [] : [keyed("heads", view.evidence.heads, () => headsOf(view))]),
    ])
    patch(parts, [
      ...(view.request === null ? [] : [keyed("request", view.request, () => requestOf(view.request ?? ""))]),
      ...evidenceParts(view.evidence).map(({ key, state, make }) => ({ key, state, make })),
      ...(view.has_diff ? [keyed("diff", view.notes_in_all, () => changePart(source, id))] : []),
      keyed("notes", view.notes_in_all, () => historyOf(view)),
    ])
  }
  void show().catch(() => undefined)
  return { node, show: () => void show().catch(() => undefined) }
}

/** The process of this cockpit that works on a row; null: another one does. */
async function ownProcess(source: string, id: string): Promise<string | null> {
  const { processes } = await getJson<{ processes: readonly ProcessRecord[] }>("/api/processes")
  const mine = processes.find(
    ({ row, status }) => status === "running" && row?.source === source && row.id === id,
  )
  return mine?.id ?? null
}

function abortButton(process: string): HTMLElement {
  const stop = button("Abort", () => {
    stop.disabled = true
    void sendJson("DELETE", `/api/processes/${process}`).catch(() => (stop.disabled = false))
  })
  return stop
}

function keyed(key: string, state: unknown, make: () => HTMLElement) {
  return { key, state: JSON.stringify(state), make }
}

function headOf({ line }: RowView): HTMLElement {
  return element(
    "div",
    {},
    element("p", { class: "back" }, element("a", { href: "#/" }, "Inbox")),
    element("h1", {}, line.id, " ", pill(line.state, line.tone)),
    element("p", { class: "title" }, line.title),
  )
}

function requestOf(text: string): HTMLElement {
  return section("Waits for an answer", {}, printed(text, "What waits for an answer"))
}

function actionsOf({ actions }: RowView, source: string, id: string): HTMLElement {
  return section(
    "What you can do",
    { class: "actions" },
    ...actions.map((action, at) => actionPart(action, { source, id, is_first: at === 0 })),
  )
}

function factsOf({ facts }: RowView): HTMLElement {
  const rows = facts.flatMap(({ label, text, link }) => [
    element("dt", {}, label),
    element("dd", {}, link === undefined ? text : webLink({ text, href: link.href })),
  ])
  return section("Facts", {}, element("dl", {}, ...rows))
}

function journalsOf({ journals }: RowView, source: string, id: string): HTMLElement {
  const items = journals.map(({ name, title, bytes, changed_at }) =>
    element(
      "li",
      {},
      element(
        "a",
        { href: `/replay/${source}/${id}/${encodeURIComponent(name)}`, target: "_blank", rel: "noopener" },
        title,
      ),
      element("span", { class: "sub" }, `${Math.ceil(bytes / 1024)} KiB, `, time(changed_at)),
    ),
  )
  return section("Replays, turn by turn", {}, element("ul", { class: "journals" }, ...items))
}

function headsOf({ evidence }: RowView): HTMLElement {
  const items = evidence.heads.flatMap(({ what, length, sha256 }) => [
    element("dt", {}, `${what}, ${plural(length, "link")}`),
    element("dd", {}, element("code", { class: "hash" }, sha256)),
  ])
  return section("Heads of the chains", {}, element("dl", { class: "heads" }, ...items))
}

function historyOf({ notes, notes_in_all }: RowView): HTMLElement {
  const items = notes.map(({ seq, at, transition, text }) =>
    element(
      "li",
      {},
      element(
        "p",
        { class: "top" },
        element("span", { class: "seq" }, `${seq}`),
        transition !== null && pill(transition, ""),
        time(at),
      ),
      text !== "" && element("p", { class: "text" }, text),
    ),
  )
  const more = notes_in_all > notes.length ? `The newest ${notes.length} of ${notes_in_all}.` : ""
  return section(
    "History",
    {},
    more !== "" && element("p", { class: "sub" }, more),
    element("ol", { class: "history" }, ...items),
  )
}
