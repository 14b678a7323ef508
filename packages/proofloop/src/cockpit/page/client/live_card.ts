import { plural } from "@proofloop/foundation/text"
import { element, pill, printed } from "../../../kit/client/dom.ts"
import type { RowLine } from "../../sources/row_line.ts"
import type { LiveLoop, RowLive } from "../../sources/row_view.ts"
import { getJson, rowPath } from "./api.ts"

/** What a running row does now; it asks for that itself, and again whenever it is told to. */
export function liveCard({ source, id, title, state, tone }: RowLine): HTMLElement {
  const body = element("div", { class: "live-body" }, element("p", { class: "none" }, "…"))
  const card = element(
    "article",
    { class: "live-card", "aria-label": `${id}, running` },
    element(
      "p",
      { class: "top" },
      pill(state, tone),
      element("a", { href: `#/row/${source}/${id}`, class: "id" }, id),
      element("span", { class: "sub" }, title),
    ),
    body,
  )
  const refresh = async (): Promise<void> => {
    const { live } = await getJson<{ live: RowLive | null }>(rowPath(source, id, "/live"))
    const shown = JSON.stringify(live)
    if (shown === body.dataset["shown"]) return
    body.dataset["shown"] = shown
    body.replaceChildren(
      ...(live === null ? [element("p", { class: "none" }, "Nothing is known.")] : liveParts(live)),
    )
  }
  const listener = (event: Event): void => {
    if (!card.isConnected) return removeEventListener("cockpit-live", listener)
    if ((event as CustomEvent<string>).detail === source) void refresh().catch(() => undefined)
  }
  addEventListener("cockpit-live", listener)
  void refresh().catch(() => undefined)
  return card
}

/** Tells all cards of a source to look again. */
export function refreshLive(source: string): void {
  dispatchEvent(new CustomEvent("cockpit-live", { detail: source }))
}

export function liveParts({ phase, step, holder, loop }: RowLive): readonly HTMLElement[] {
  return [
    element("p", { class: "phase" }, element("b", {}, phase), " ", step),
    ...(holder === null ? [] : [element("p", { class: "sub" }, holder)]),
    ...(loop === null ? [] : loopParts(loop)),
  ]
}

function loopParts({
  title,
  turns,
  failing,
  vetoes,
  warnings,
  last_words,
  last_call,
}: LiveLoop): readonly HTMLElement[] {
  const counts = [`${plural(turns, "turn")}`, `${vetoes} ${vetoes === 1 ? "veto" : "vetoes"}`]
  return [
    element("p", { class: "sub" }, `${title}: ${counts.join(", ")}`),
    ...(failing === null
      ? [element("p", { class: "calm" }, "Nothing is known to fail.")]
      : [
          element(
            "p",
            { class: "failing" },
            pill("fails", "bad"),
            ` ${failing.check}, ${plural(failing.streak, "time")} in a row `,
            element("code", {}, failing.signature.slice(0, 14)),
          ),
          ...(failing.words === "" ? [] : [printed(failing.words, `What fails in ${failing.check}`)]),
        ]),
    ...(last_call === "" ? [] : [element("p", { class: "call" }, "does ", element("code", {}, last_call))]),
    ...(last_words === "" ? [] : [element("blockquote", {}, element("p", {}, last_words))]),
    ...warnings.map((text) => element("p", { class: "warn-line" }, pill("detector", "warn"), ` ${text}`)),
  ]
}
