import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { workOf } from "../../drive/step.ts"
import { messageText } from "../../forge/page_text.ts"
import type { PipelineRun } from "../run.ts"

export function pullRequestTitle(row: Pick<PipelineRun, "work">): string {
  const { plan, outcomes } = workOf(row as PipelineRun, "plan", "outcomes")
  const done = new Set(outcomes.filter(({ status }) => status === "completed").map(({ id }) => id))
  const titles = plan.tasks
    .filter(({ subtasks }) => subtasks.some(({ id }) => done.has(id)))
    .map(({ title }) => oneLine(title))
  const more = titles.length > 1 ? ` and ${titles.length - 1} more` : ""
  return `${messageText(cutCodePoints(titles[0] ?? "Improve the repository", 80))}${more}`
}
