import type { Plan, PlanTask } from "@proofloop/stdlib"
import { code, list, paragraph } from "../../forge/page_text.ts"
import type { PersonalTask } from "../run.ts"

export function planText({ tasks }: Plan, for_person: readonly PersonalTask[] = []): string {
  const told = for_person.length === 0 ? [] : [`### For a person\n\n${personalList(for_person)}`]
  return [...tasks.map(taskText), ...told].join("\n\n")
}

/** What only a person can do, as Markdown. */
export function personalList(for_person: readonly PersonalTask[]): string {
  const line = ({ title, description, files }: PersonalTask) => {
    const where = files.length === 0 ? "" : ` (${files.map((path) => code(path, 150)).join(", ")})`
    return `${paragraph(title, 200)}${where}: ${paragraph(description, 600)}`
  }
  return list(for_person.map(line), (one) => one, { none: "Nothing.", most: 20 })
}

function taskText({ id, title, metric, subtasks }: PlanTask): string {
  const lines = subtasks.map(({ id: own, title: name, description, action, file_hints }) => {
    const files = file_hints.length === 0 ? "" : ` (${file_hints.map((path) => code(path, 150)).join(", ")})`
    return `- ${code(own)} ${action}: ${paragraph(name, 200)}${files}\n  ${paragraph(description, 600)}`
  })
  return [`### ${code(id)} ${paragraph(title, 200)}`, `For ${paragraph(metric, 60)}.`, lines.join("\n")].join(
    "\n\n",
  )
}
