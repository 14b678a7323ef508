import { oneLine } from "@proofloop/foundation/text"
import type { PipelineRun, RunStore } from "@proofloop/jobs/pipeline"
import type { Fact, JournalEntry, RowView } from "../../cockpit/sources/row_view.ts"
import type { RunFacts } from "../../pipeline/facts.ts"
import { readFacts } from "../../pipeline/read_facts.ts"
import { ciText, scoresText, since, spentText, standText, subtaskText } from "../../pipeline/words.ts"
import { newestApproval } from "../newest_approval.ts"
import { shownNotes } from "../shown_notes.ts"
import { runActions } from "./run_actions.ts"
import { runEvidence } from "./run_evidence.ts"
import { lineOfRun, linkOf } from "./run_line.ts"

export async function runView(
  row: PipelineRun,
  {
    store,
    state_dir,
    journals,
  }: { readonly store: RunStore; readonly state_dir: string; readonly journals: readonly JournalEntry[] },
): Promise<RowView> {
  const facts = await readFacts({ store, state_dir }, row)
  const approval = await newestApproval(store, row.id)
  const notes = await store.notes(row.id)
  const waits_for_answer = row.state === "awaiting-approval" && approval?.answer === null
  return {
    line: lineOfRun(facts, Date.now()),
    facts: factsShown(facts, Date.now()),
    actions: runActions(row, { place: { state_dir, store }, approval, holder: facts.held_by }),
    request: waits_for_answer ? approval.body : null,
    evidence: runEvidence(row, notes.at(-1)),
    ...shownNotes(notes),
    journals,
    has_diff: row.work.base_commit !== undefined && row.work.head !== undefined,
  }
}

function factsShown(facts: RunFacts, now: number): readonly Fact[] {
  const all: readonly Fact[] = [
    { label: "Stands", text: standText(facts, now) },
    {
      label: "Phase",
      text: `${facts.phase}${facts.step === null ? "" : `, next ${facts.step.replaceAll("_", " ")}`}`,
    },
    { label: "Repository", text: facts.repository, link: webLink(facts.repository) },
    { label: "Into", text: facts.base ?? "" },
    { label: "Branch", text: facts.branch ?? "" },
    {
      label: "Pull request",
      text: facts.pull_request?.url ?? "",
      link: linkOf(facts.pull_request) ?? undefined,
    },
    { label: "Analysis", text: scoresText(facts) },
    { label: "Subtasks", text: subtaskText(facts.subtasks) },
    { label: "For a person", text: facts.for_person.map(oneLine).join("; ") },
    { label: "Check", text: facts.check ?? "" },
    { label: "CI", text: facts.ci === null ? "" : `${ciText(facts.ci)}; ${facts.ci.why}` },
    { label: "Spent", text: facts.spent.model_calls === 0 ? "" : spentText(facts.spent) },
    { label: "Begun", text: `${facts.begun_at}, ${since(facts.begun_at, now)} ago` },
    { label: "Error", text: facts.error ?? "" },
  ]
  return all.filter(({ text }) => text !== "")
}

function webLink(url: string) {
  return /^https?:\/\//.test(url) ? { text: url, href: url } : undefined
}
