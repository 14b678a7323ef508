import type { RowLine } from "../../cockpit/sources/row_line.ts"
import type { Link, Tone } from "../../kit/tone.ts"
import type { RunFacts } from "../../pipeline/facts.ts"
import { spentText, standText } from "../../pipeline/words.ts"

export function lineOfRun(facts: RunFacts, now: number): RowLine {
  return {
    source: "pipeline",
    id: facts.id,
    title: facts.repository,
    state: facts.state,
    tone: toneOfRun(facts),
    stands: standText(facts, now),
    updated_at: facts.updated_at,
    link: linkOf(facts.pull_request),
    spent: facts.spent.model_calls === 0 ? "" : spentText(facts.spent),
    is_held: facts.held_by !== null,
  }
}

function toneOfRun({ state, waits }: Pick<RunFacts, "state" | "waits">): Tone {
  if (state === "failed" || state === "alarm") return "bad"
  if (state === "done") return "good"
  return waits?.who === "a person" ? "warn" : ""
}

/** null: no pull request, or none on the web. */
export function linkOf(
  pull: { readonly number: number; readonly url: string } | null | undefined,
): Link | null {
  if (pull === null || pull === undefined) return null
  return { text: `#${pull.number}`, href: pull.url }
}
