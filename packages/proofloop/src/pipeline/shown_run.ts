import { cutCodePoints } from "@proofloop/foundation/text"
import type { Tone } from "../kit/tone.ts"
import { known, NEXT, pullLink, since, type ShownRow } from "../rows/shown.ts"
import type { RunFacts } from "./facts.ts"
import { scoresText, spentText, standText, subtaskText } from "./words.ts"

export function shownRun(run: RunFacts, now: number): ShownRow {
  const { id, repository, state, waits, scores, step, ci, setup_problem } = run
  const stands = standText(run, now)
  const spent = run.spent.model_calls === 0 ? "" : spentText(run.spent)
  return {
    source: "pipeline",
    id,
    title: repository,
    state,
    tone: toneOf(run),
    stands,
    updated_at: run.updated_at,
    link: pullLink(run.pull_request),
    spent,
    is_held: run.held_by !== null,
    facts: known([
      { label: "Stands", text: stands },
      { label: NEXT, text: waits?.next ?? "", commands: waits?.commands ?? [] },
      { label: "Phase", text: `${run.phase}${step === null ? "" : `, next ${step.replaceAll("_", " ")}`}` },
      { label: "Repository", text: repository },
      { label: "Into", text: run.base ?? "" },
      { label: "Branch", text: run.branch ?? "" },
      { label: "Pull request", text: run.pull_request?.url ?? "" },
      {
        label: "Analysis",
        text: scoresText(run),
        commands: scores.before === null ? [] : [run.commands.report],
      },
      { label: "Subtasks", text: subtaskText(run.subtasks) },
      ...run.for_person.map((text) => ({ label: "For a person", text })),
      { label: "Check", text: run.check ?? "" },
      { label: "Set-up failed", text: cutCodePoints(setup_problem ?? "", 300) },
      { label: "CI", text: ciWords(ci) },
      { label: "Spent", text: spent },
      { label: "Begun", text: `${run.begun_at}, ${since(run.begun_at, now)} ago` },
      { label: "Error", text: run.error ?? "", tone: "bad" },
    ]),
  }
}

/** "red: test; 1 of 3 checks failed". */
function ciWords(ci: RunFacts["ci"]): string {
  if (ci === null) return ""
  const told = [ci.jobs.slice(0, 3).join(", "), ci.why].filter((part) => part !== "").join("; ")
  return [ci.state.replaceAll("_", " "), told].filter((part) => part !== "").join(": ")
}

function toneOf({ state, waits }: RunFacts): Tone {
  if (state === "failed" || state === "alarm") return "bad"
  if (state === "done") return "good"
  return waits?.who === "a person" ? "warn" : ""
}
