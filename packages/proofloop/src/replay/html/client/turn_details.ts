import type { Trip } from "@proofloop/replay"
import type { RunReplay, TimelineCall, TimelineTurn } from "@proofloop/replay/internal"
import { element, icon } from "../../../kit/client/dom.ts"
import { PATTERN_WORDS } from "../../pattern_words.ts"
import { roundFigure } from "../figures.ts"
import type { SignatureMark } from "../signature_mark.ts"
import { tripsShown, turnFacts } from "../turn_facts.ts"

type Marks = ReadonlyMap<string, SignatureMark>

export function showTurn(turn: TimelineTurn, run: RunReplay, marks: Marks): readonly HTMLElement[] {
  const { stake } = turnFacts(turn, run)
  const tokens = turn.tokens === undefined ? "" : `, ${roundFigure(turn.tokens)} tokens`
  return [
    element(
      "h3",
      {},
      `Turn ${turn.turn}`,
      element("small", {}, ` of ${run.turns}${tokens}`),
      stake !== "none" && element("span", { class: `badge ${stake}` }, STAKE_NAMES[stake]),
    ),
    ...tripsShown(turn, run).map((trip) => tripBox(trip, marks)),
    ...(turn.text.trim() === "" ? [] : [element("blockquote", {}, element("bdi", {}, turn.text))]),
    ...(turn.calls.length === 0 ? [element("p", { class: "none" }, "No tool was called.")] : []),
    element("ol", { class: "calls" }, ...turn.calls.map((call) => callItem(call, marks))),
    ...(turn.failing === undefined ? [] : [failing(turn.failing, marks)]),
  ]
}

const STAKE_NAMES = { after_trip: "at stake", after_hard_stop: "after a hard stop" } as const

function tripBox({ hard_stop, pattern, signature, streak }: Trip, marks: Marks): HTMLElement {
  return element(
    "p",
    { class: `trip-box ${hard_stop ? "hard-stop" : "nudge"}` },
    icon(hard_stop ? "hard-stop" : "nudge"),
    element(
      "span",
      {},
      element("b", {}, hard_stop ? "Hard stop" : "Nudge"),
      " ",
      PATTERN_WORDS[pattern],
      " ",
      element("code", { title: "the name of the pattern, as it is configured and searched" }, pattern),
    ),
    element("span", { class: "more" }, `streak ${streak} `, signatureChip(signature, marks)),
  )
}

function callItem(call: TimelineCall, marks: Marks): HTMLElement {
  const { role, outcome, check_id, signature, snippet } = call
  return element(
    "li",
    { class: outcome },
    element(
      "p",
      { class: "call" },
      icon(iconOf(call)),
      element("b", {}, element("bdi", {}, call.tool)),
      element(
        "span",
        { class: "more" },
        ROLE_NAMES[role],
        outcome === "none" ? "" : `, ${outcome} `,
        signatureChip(signature, marks),
      ),
    ),
    call.summary !== "" && element("code", { class: "summary", dir: "auto" }, call.summary),
    check_id !== undefined && element("p", { class: "more" }, "check ", element("code", {}, check_id)),
    snippet !== undefined && snippet !== "" && element("pre", { tabindex: "0", dir: "auto" }, snippet),
  )
}

const ROLE_NAMES: Readonly<Record<TimelineCall["role"], string>> = {
  edit: "edit",
  check: "check",
  edit_and_check: "edit and check",
  observation: "other call",
}

function iconOf({ role, outcome }: TimelineCall): string {
  if (role === "edit") return "edit"
  if (role === "observation") return "other"
  return outcome === "failed" ? "fail" : outcome === "ok" ? "pass" : "other"
}

function failing(
  { check_id, signature, streak }: NonNullable<TimelineTurn["failing"]>,
  marks: Marks,
): HTMLElement {
  return element(
    "p",
    { class: "after" },
    "Failing after this turn: ",
    element("code", {}, check_id),
    " ",
    signatureChip(signature, marks),
    ` streak ${streak}`,
  )
}

function signatureChip(signature: string | undefined, marks: Marks): HTMLElement | false {
  const mark = marks.get(signature ?? "")
  if (mark === undefined) return false
  return element(
    "span",
    { class: "chip", title: signature ?? "" },
    element("b", { class: `sig ${mark.hue_class}` }, mark.letter),
    element("code", {}, mark.short),
  )
}
