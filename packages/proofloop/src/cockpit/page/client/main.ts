import { byId, element, refreshTimes } from "../../../kit/client/dom.ts"
import { restoreTheme, startTheme } from "../../../kit/client/theme.ts"
import { VIEWS } from "../../../kit/views.ts"
import type { Overview } from "../../sources/overview.ts"
import { getJson } from "./api.ts"
import { inboxView } from "./inbox_view.ts"
import { refreshLive } from "./live_card.ts"
import { modeText, setMode } from "./mode.ts"
import { processesView } from "./processes_view.ts"
import { ratesView } from "./rates_view.ts"
import { rowView } from "./row_view.ts"
import { rowsView } from "./rows_view.ts"
import { listen } from "./stream.ts"

interface View {
  readonly node: HTMLElement
  readonly show: (overview: Overview) => void
}

const HERE = "/work#/"

/** Several notes at once make one refresh. */
const REFRESH_MS = 250
const TIMES_MS = 20_000

let overview: Overview | null = readData()
let view: View | null = null

document.documentElement.classList.add("js")
restoreTheme()
startTheme()
if (overview !== null) setMode(overview.mode)
showMode()
showPlace()
if (view !== null) performance.mark("cockpit-shown")
void refresh().catch(() => undefined)
addEventListener("hashchange", () => {
  showPlace()
  byId("main", HTMLElement).focus({ preventScroll: true })
  scrollTo(0, 0)
})
setInterval(refreshTimes, TIMES_MS)
let waiting: ReturnType<typeof setTimeout> | undefined
listen("/api/events", {
  event({ type, data }) {
    if (type === "live") return refreshLive(String(data["source"]))
    waiting ??= setTimeout(() => {
      waiting = undefined
      void refresh().catch(() => undefined)
      refreshLive(String(data["source"]))
    }, REFRESH_MS)
  },
  state(is_open) {
    const link = byId("link", HTMLElement)
    link.className = `link ${is_open ? "open" : "closed"}`
    const text = is_open ? "live" : "not connected"
    if (link.textContent !== text) link.textContent = text
  },
})

function readData(): Overview | null {
  const text = document.getElementById("data")?.textContent
  return text === undefined || text === null ? null : (JSON.parse(text) as Overview)
}

async function refresh(): Promise<void> {
  try {
    overview = await getJson<Overview>("/api/overview")
  } catch (error) {
    if (overview === null)
      byId("main", HTMLElement).replaceChildren(
        element("p", { class: "problem", role: "alert" }, (error as Error).message),
      )
    return
  }
  setMode(overview.mode)
  showMode()
  if (view === null) showPlace()
  else view.show(overview)
  showViews()
  say(overview)
}

function showMode(): void {
  byId("mode", HTMLElement).textContent = modeText()
}

function showPlace(): void {
  showViews()
  if (overview === null) return
  view = viewOf(overview)
  byId("main", HTMLElement).replaceChildren(view.node)
  view.show(overview)
}

function viewOf(shown: Overview): View {
  const [, name = "", source = "", id = ""] = location.hash.split("/")
  document.title = `${id === "" ? (VIEWS.find(({ href }) => href === `${HERE}${name}`)?.name ?? "Inbox") : id} · proofloop`
  if (name === "row" && /^[\w-]{1,64}$/.test(id) && /^[a-z][a-z0-9-]*$/.test(source))
    return rowView(source, id)
  if (name === "rows") return rowsView(shown)
  if (name === "rates") return ratesView()
  if (name === "processes") return processesView()
  return inboxView()
}

function showViews(): void {
  const at = location.hash.split("/")[1] ?? ""
  const waits = overview?.inbox.in_all ?? 0
  const shown = VIEWS.filter(({ href }) => href.startsWith(HERE) || overview?.has_agent_pages === true)
  const items = shown.map(({ href, name }) => {
    const badge =
      name === "Inbox" &&
      waits > 0 &&
      element("span", { class: "badge", "aria-label": `${waits} wait` }, String(waits))
    const current = href === `${HERE}${at}` ? { "aria-current": "page" } : {}
    return element("li", {}, element("a", { href, ...current }, name, badge))
  })
  byId("views", HTMLElement).replaceChildren(...items)
}

let told = -1

/** Tells those who cannot see it that something came or went. */
function say({ inbox: { in_all } }: Overview): void {
  if (told >= 0 && told !== in_all) byId("said", HTMLElement).textContent = `${in_all} wait for a person`
  told = in_all
}
