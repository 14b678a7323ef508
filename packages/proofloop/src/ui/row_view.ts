import type { JobStore } from "@proofloop/jobs"
import type { Approval, JobNote } from "@proofloop/jobs/internal"
import type { RowAction } from "../cockpit/sources/row_line.ts"
import type { Evidence, RowView } from "../cockpit/sources/row_view.ts"
import { newestApproval } from "../jobs/answer.ts"
import { forCockpit, type ShownRow } from "../rows/shown.ts"
import { noteLine } from "./stored_rows.ts"

const MOST_NOTES = 100

/** A row whole. `actions` gets the newest request for approval, `evidence` the newest note. */
export async function rowView(
  store: Pick<JobStore, "notes" | "approvals">,
  shown: ShownRow,
  {
    actions,
    evidence,
    ...more
  }: Pick<RowView, "journals" | "has_diff"> & {
    readonly actions: (approval: Approval | null) => readonly RowAction[]
    readonly evidence: (head: JobNote | undefined) => Evidence | Promise<Evidence>
  },
): Promise<RowView> {
  const [notes, approval] = [await store.notes(shown.id), await newestApproval(store, shown.id)]
  const waits_for_answer = shown.state === "awaiting-approval" && approval?.answer === null
  return {
    ...forCockpit(shown),
    actions: actions(approval),
    request: waits_for_answer ? approval.body : null,
    evidence: await evidence(notes.at(-1)),
    notes: notes
      .slice(-MOST_NOTES)
      .toReversed()
      .map(({ seq, at, transition, note, sha256 }) => ({
        seq,
        at,
        transition,
        text: noteLine(note),
        sha256,
      })),
    notes_in_all: notes.length,
    ...more,
  }
}
