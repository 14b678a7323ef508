import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { ClaimHolder, Wait } from "@proofloop/jobs"
import { type Feedback, type FeedbackStore, outcomeOf } from "@proofloop/jobs/feedback"
import type { RowLine } from "../../cockpit/sources/row_line.ts"
import type { Fact, RowView } from "../../cockpit/sources/row_view.ts"
import type { Link, Tone } from "../../kit/tone.ts"
import { since } from "../../pipeline/words.ts"
import { newestApproval } from "../newest_approval.ts"
import { shownNotes } from "../shown_notes.ts"
import { feedbackActions } from "./feedback_actions.ts"
import { feedbackEvidence } from "./feedback_evidence.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

export function lineOfFeedback(
  row: Feedback,
  {
    place,
    holder,
    wait,
  }: { readonly place: FeedbackPlace; readonly holder: ClaimHolder | null; readonly wait: Wait | null },
): RowLine {
  return {
    source: place.source,
    id: row.id,
    title: cutCodePoints(oneLine(row.body), 200),
    state: row.state,
    tone: toneOf(row),
    stands: standsOf(row, holder, wait),
    updated_at: row.updated_at,
    link: linkOf(row),
    spent: "",
    is_held: holder !== null,
  }
}

function toneOf(row: Feedback): Tone {
  const outcome = outcomeOf(row)
  if (row.state === "failed" || row.state === "regression-alarm" || outcome === "alarmed") return "bad"
  if (outcome === "verified") return "good"
  return row.state === "awaiting-approval" || row.state === "fix-pr-open" ? "warn" : ""
}

function standsOf(row: Feedback, holder: ClaimHolder | null, wait: Wait | null): string {
  if (holder !== null)
    return `at work: process ${holder.pid} on ${holder.host}, for ${since(holder.since, Date.now())}`
  if (wait !== null) return `waits for ${wait.for}, for ${since(wait.since, Date.now())}`
  return row.error ?? outcomeOf(row)
}

function linkOf({ work: { pull_request } }: Feedback): Link | null {
  return pull_request === undefined ? null : { text: `#${pull_request.number}`, href: pull_request.url }
}

export async function feedbackView(
  row: Feedback,
  line: RowLine,
  store: FeedbackStore,
  place: FeedbackPlace,
): Promise<RowView> {
  const [notes, approval] = [await store.notes(row.id), await newestApproval(store, row.id)]
  const waits_for_answer = row.state === "awaiting-approval" && approval?.answer === null
  return {
    line,
    facts: factsOf(row, line),
    actions: feedbackActions(row, { place, approval }),
    request: waits_for_answer ? approval.body : null,
    evidence: await feedbackEvidence(row, notes.at(-1), place),
    ...shownNotes(notes),
    journals: [],
    has_diff: place.root !== null && row.work.base_commit !== undefined && row.work.fix !== undefined,
  }
}

function factsOf(row: Feedback, line: RowLine): readonly Fact[] {
  const { work } = row
  const all: readonly Fact[] = [
    { label: "Said", text: row.body },
    { label: "Stands", text: line.stands },
    { label: "By", text: `${row.from_handle}, over ${row.channel}` },
    { label: "Severity", text: row.severity },
    { label: "About", text: row.context_url ?? "" },
    { label: "Done when", text: row.success_criterion ?? work.plan?.success_criterion ?? "" },
    { label: "Kind of fix", text: row.fix_class ?? "" },
    { label: "Cause", text: row.root_cause ?? "" },
    { label: "Branch", text: work.branch ?? "" },
    { label: "Pull request", text: work.pull_request?.url ?? "" },
    { label: "Test", text: row.regression_test_path ?? "" },
    { label: "Conflict", text: work.conflict?.reason ?? "" },
    { label: "Error", text: row.error ?? "" },
  ]
  return all.filter(({ text }) => text !== "")
}
