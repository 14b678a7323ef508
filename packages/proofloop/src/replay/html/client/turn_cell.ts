import type { RunReplay, TimelineTurn } from "@proofloop/replay/internal"
import { element, icon } from "../../../kit/client/dom.ts"
import { PATTERN_WORDS } from "../../pattern_words.ts"
import { countOf } from "../figures.ts"
import type { SignatureMark } from "../signature_mark.ts"
import { tripsShown, type TurnFacts, turnFacts } from "../turn_facts.ts"

/** A turn as a column: what it did from top to bottom, and a sentence for screen readers. */
export function turnCell(
  turn: TimelineTurn,
  run: RunReplay,
  marks: ReadonlyMap<string, SignatureMark>,
): HTMLButtonElement {
  const facts = turnFacts(turn, run)
  const mark = marks.get(facts.failing)
  return element(
    "button",
    {
      type: "button",
      class: ["turn", ...STAKE_CLASSES[facts.stake]].join(" "),
      tabindex: "-1",
      "aria-label": describe(turn, run, facts, mark),
    },
    element("span", { class: turn.turn % 5 === 0 || turn.turn === 1 ? "at" : "at minor" }, String(turn.turn)),
    lane(facts.trip === "none" ? undefined : icon(facts.trip === "nudge" ? "nudge" : "hard-stop")),
    failing(facts, mark),
    lane(
      facts.failed > 0 ? icon("fail") : facts.passed > 0 ? icon("pass") : undefined,
      facts.failed + facts.passed,
    ),
    lane(facts.edits > 0 ? icon("edit") : undefined, facts.edits),
    lane(facts.others > 0 ? icon("other") : undefined, facts.others),
  )
}

export const STAKE_CLASSES: Readonly<Record<TurnFacts["stake"], readonly string[]>> = {
  none: [],
  after_trip: ["stake"],
  after_hard_stop: ["stake", "hard"],
}

/** A mark, and how many there are of it if more than one. */
function lane(mark: SVGElement | undefined, count = 1): HTMLElement {
  return element(
    "span",
    { class: "lane" },
    mark,
    // Drawn by the styles, as the sentence on the button says it.
    count > 1 && element("small", { "data-drawn": count > 9 ? "9+" : String(count) }),
  )
}

function failing({ is_seen }: TurnFacts, mark: SignatureMark | undefined): HTMLElement {
  if (mark === undefined) return element("span", { class: "lane" })
  const of = `lane sig ${mark.hue_class}`
  return is_seen
    ? element("span", { class: of, "data-drawn": mark.letter })
    : element("span", { class: `${of} held` })
}

function describe(
  turn: TimelineTurn,
  run: RunReplay,
  facts: TurnFacts,
  mark: SignatureMark | undefined,
): string {
  const parts = [
    `Turn ${turn.turn}`,
    ...tripsShown(turn, run).map(
      ({ hard_stop, pattern }) => `${hard_stop ? "hard stop" : "nudge"}: ${PATTERN_WORDS[pattern]}`,
    ),
    facts.edits > 0 && countOf(facts.edits, "edit"),
    facts.failed > 0 && `${countOf(facts.failed, "check")} failed`,
    facts.passed > 0 && `${countOf(facts.passed, "check")} passed`,
    facts.others > 0 && countOf(facts.others, "other call"),
    mark !== undefined && `failing: ${mark.letter}, ${mark.short}`,
    turn.failing !== undefined && `streak ${turn.failing.streak}`,
    facts.stake === "after_trip" && "at stake",
    facts.stake === "after_hard_stop" && "after a hard stop",
  ]
  return parts.filter((part) => part !== false).join("; ")
}
