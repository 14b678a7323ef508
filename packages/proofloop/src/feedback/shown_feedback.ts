import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { Feedback } from "@proofloop/jobs/feedback"
import type { ClaimHolder, Wait } from "@proofloop/jobs/internal"
import { outcomeOf } from "@proofloop/jobs/internal/feedback"
import type { Tone } from "../kit/tone.ts"
import { heldText, known, pullLink, type ShownRow, since } from "../rows/shown.ts"

export interface AroundFeedback {
  /** The name of its source in the cockpit. */
  readonly source: string
  readonly holder: ClaimHolder | null
  readonly wait: Wait | null
  readonly now: number
}

export function shownFeedback(row: Feedback, around: AroundFeedback): ShownRow {
  const { plan, fix, differential, conflict, review, ...work } = row.work
  const stands = standsOf(row, around)
  return {
    source: around.source,
    id: row.id,
    title: cutCodePoints(oneLine(row.body), 200),
    state: row.state,
    tone: toneOfFeedback(row),
    stands,
    updated_at: row.updated_at,
    link: pullLink(work.pull_request),
    spent: "",
    is_held: around.holder !== null,
    facts: known([
      { label: "Said", text: row.body },
      { label: "Stands", text: stands },
      { label: "By", text: `${row.from_handle}, over ${row.channel}, ${row.received_at}` },
      { label: "Severity", text: row.severity },
      { label: "About", text: row.context_url ?? "" },
      { label: "Done when", text: row.success_criterion ?? plan?.success_criterion ?? "" },
      { label: "Kind of fix", text: row.fix_class ?? "" },
      { label: "Cause", text: row.root_cause ?? "" },
      { label: "Plan", text: plan?.proposed_change ?? "" },
      {
        label: "Lines",
        text:
          plan === undefined
            ? ""
            : `${plan.total_loc_estimate} planned${fix === undefined ? "" : `, ${fix.lines_changed} changed`}`,
      },
      { label: "Branch", text: work.branch ?? "" },
      { label: "Pull request", text: work.pull_request?.url ?? "" },
      {
        label: "Conflict",
        text:
          conflict === undefined
            ? ""
            : `with its base at ${conflict.base_commit.slice(0, 12)}: ${conflict.reason}`,
        tone: "bad",
      },
      { label: "Regression test", text: row.regression_test_path ?? "" },
      { label: "Set-up failed", text: cutCodePoints(differential?.setup_problem ?? "", 300) },
      {
        label: "Review",
        text:
          review === undefined
            ? ""
            : [review.overall, ...review.passes.map(({ name, status }) => `${name} ${status}`)].join(", "),
      },
      ...(review?.caveats ?? []).map((text) => ({ label: "Caveat", text })),
      { label: "Rejected", text: work.rejection ?? "" },
      { label: "Error", text: row.error ?? "", tone: "bad" },
    ]),
  }
}

function standsOf(row: Feedback, { holder, wait, now }: AroundFeedback): string {
  if (holder !== null) return `at work: ${heldText(holder, now)}`
  if (wait !== null) return `waits for ${wait.for}, for ${since(wait.since, now)}`
  return row.error ?? outcomeOf(row)
}

export function toneOfFeedback(row: Pick<Feedback, "state" | "work">): Tone {
  const outcome = outcomeOf(row)
  if (row.state === "failed" || row.state === "regression-alarm" || outcome === "alarmed") return "bad"
  if (outcome === "verified") return "good"
  return row.state === "awaiting-approval" || row.state === "fix-pr-open" ? "warn" : ""
}
