import type { RunReplay, Remainder } from "@proofloop/replay/internal"
import { byId, element, isTyping } from "../../../kit/client/dom.ts"
import { countOf, roundFigure } from "../figures.ts"
import { signatureMarks } from "../signature_mark.ts"
import { type TimelineView, showTimeline } from "./timeline_view.ts"
import { showTurn } from "./turn_details.ts"

export interface RunDialog {
  readonly open: (index: number) => void
}

export interface Surroundings {
  readonly shown: () => readonly number[]
  readonly closed: (index: number) => void
}

/** The window in which a run is looked at turn by turn. */
export function startRunDialog({ shown, closed }: Surroundings): RunDialog {
  const dialog = byId("run-dialog", HTMLDialogElement)
  const previous = byId("previous-run", HTMLButtonElement)
  const next = byId("next-run", HTMLButtonElement)
  let current = -1
  let timeline: TimelineView | undefined

  const open = (index: number): void => {
    const run = readRun(index)
    if (run === undefined) return
    current = index
    showAddress(`#run=${index}`)
    byId("run-title", HTMLElement).replaceChildren(element("bdi", {}, run.prompt ?? run.id))
    byId("run-origin", HTMLElement).replaceChildren(
      element(
        "bdi",
        {},
        [run.project ?? run.source, run.began_at?.slice(0, 10), run.id, run.agent, run.model]
          .filter(Boolean)
          .join(" · "),
      ),
    )
    byId("run-facts", HTMLElement).replaceChildren(...facts(run).flatMap((fact) => [fact, new Text(" ")]))
    const order = shown()
    previous.disabled = order[0] === index
    next.disabled = order.at(-1) === index
    if (!dialog.open) dialog.showModal()
    const marks = signatureMarks(run)
    const details = byId("details", HTMLElement)
    timeline?.stop()
    timeline = showTimeline(byId("timeline", HTMLElement), run, marks, (turn) => {
      details.replaceChildren(...showTurn(turn, run, marks))
      details.scrollTop = 0
    })
  }
  const step = (by: number): void => {
    const order = shown()
    const to = order[order.indexOf(current) + by]
    if (to !== undefined) open(to)
  }

  previous.addEventListener("click", () => step(-1))
  next.addEventListener("click", () => step(1))
  byId("close-run", HTMLButtonElement).addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener("close", () => {
    timeline?.stop()
    timeline = undefined
    showAddress(" ")
    closed(current)
  })
  dialog.addEventListener("keydown", (event) => {
    if (isTyping(event)) return
    if (event.key === "n") step(1)
    else if (event.key === "p") step(-1)
    else timeline?.press(event)
  })
  return { open }
}

/** Puts the present view into the address, where the page may. */
function showAddress(address: string): void {
  try {
    history.replaceState(null, "", address)
  } catch {
    // A sandboxed page within another one has a separate address.
  }
}

function readRun(index: number): RunReplay | undefined {
  const text = document.getElementById(`data-${index}`)?.textContent
  // The page's own data, written by the same version of the code that reads it.
  return text == null ? undefined : (JSON.parse(text) as RunReplay)
}

function facts(run: RunReplay): readonly HTMLElement[] {
  const [first] = run.trips
  const length = amount({ turns: run.turns, tokens: run.tokens })
  if (first === undefined) return [fact("", `${length}. The detector would have said nothing.`)]
  const stop = run.trips.find(({ hard_stop }) => hard_stop)
  return [
    fact("", `${length}, ${countOf(run.trips.length, "trip")}.`),
    fact("at-stake", `At stake after the first trip, at turn ${first.turn}: ${amount(run.after_trip)}.`),
    ...(stop === undefined
      ? []
      : [
          fact(
            "at-stake hard",
            `After the hard stop at turn ${stop.turn}: ${amount(run.after_hard_stop)}, an upper bound.`,
          ),
        ]),
    ending(run),
  ]
}

function ending(run: RunReplay): HTMLElement {
  if (run.recovered_after_hard_stop)
    return fact("harm", "Harm: the run went on to pass after a hard stop would have ended it.")
  return run.recovered_after_trip
    ? fact("recovered", "The run recovered: it went on to pass after a trip.")
    : fact("", "The run did not pass after it had tripped.")
}

function amount({ turns, tokens }: Remainder): string {
  return countOf(turns, "turn") + (tokens === undefined ? "" : ` and ${roundFigure(tokens)} tokens`)
}

function fact(name: string, text: string): HTMLElement {
  return element("span", { class: name }, text)
}
