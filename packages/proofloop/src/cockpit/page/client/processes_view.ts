import { button, element, pill, time } from "../../../kit/client/dom.ts"
import type { LogLine } from "../../processes/log_ring.ts"
import type { ProcessRecord } from "../../processes/process_list.ts"
import { getJson, sendJson } from "./api.ts"
import { mayAct } from "./mode.ts"
import { patch } from "./patch.ts"
import { listen } from "./stream.ts"

export function processesView() {
  const said = element("p", { class: "count", role: "status" })
  const list = element("div", { class: "processes" })
  const show = async (): Promise<void> => {
    if (!mayAct()) {
      said.textContent = "Processes are started by whoever has the token. This page is read-only."
      return
    }
    const { processes } = await getJson<{ processes: readonly ProcessRecord[] }>("/api/processes")
    const running = processes.filter(({ status }) => status === "running").length
    said.textContent =
      processes.length === 0
        ? "None was started from here. Ended ones are kept for 15 minutes."
        : `${running} running, ${processes.length - running} ended. Ended ones are kept for 15 minutes.`
    patch(
      list,
      processes.map((record) => ({
        key: record.id,
        state: record.status,
        make: () => card(record, () => void show().catch(() => undefined)),
      })),
    )
  }
  void show().catch(() => undefined)
  return {
    node: element("div", { class: "view" }, element("h1", {}, "Processes"), said, list),
    show: () => void show().catch(() => undefined),
  }
}

const TONES = { running: "", done: "good", failed: "bad", cancelled: "warn", timed_out: "bad" } as const

function card(
  { id, words, row, status, exit_code, started_at }: ProcessRecord,
  refresh: () => void,
): HTMLElement {
  const log = element("pre", { tabindex: "0", role: "log", "aria-label": `Output of ${id}` })
  const stop = listen(
    `/api/processes/${id}/events`,
    {
      event({ type, data }) {
        if (!log.isConnected && log.childElementCount > 0) return stop()
        if (type === "ended") {
          stop()
          if (status === "running") refresh()
        } else addLine(log, data as unknown as LogLine)
      },
      state: () => undefined,
    },
    { comes_back: status === "running" },
  )
  return element(
    "article",
    { class: "live-card", "aria-label": `Process ${id}` },
    element(
      "p",
      { class: "top" },
      pill(exit_code === null ? status.replaceAll("_", " ") : `${status}, exit ${exit_code}`, TONES[status]),
      element("code", {}, `proofloop ${words.join(" ")}`),
      time(started_at),
    ),
    row !== null && element("p", {}, element("a", { href: `#/row/${row.source}/${row.id}` }, row.id)),
    log,
    status === "running" &&
      button("Cancel", () => void sendJson("DELETE", `/api/processes/${id}`).then(refresh, refresh), {
        id: `cancel-${id}`,
        "aria-label": `Cancel process ${id}`,
      }),
  )
}

const MOST_SHOWN = 500

function addLine(log: HTMLElement, { stream, text }: LogLine): void {
  const is_at_end = log.scrollTop + log.clientHeight >= log.scrollHeight - 8
  log.append(element("span", { class: stream }, `${text}\n`))
  if (log.childElementCount > MOST_SHOWN) log.firstElementChild?.remove()
  if (is_at_end) log.scrollTop = log.scrollHeight
}
