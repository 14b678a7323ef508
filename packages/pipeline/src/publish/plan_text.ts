import { code, paragraph } from "@proofloop/jobs/forge"
import type { Plan } from "@proofloop/stdlib/planning"

/** A plan as Markdown, for the person who approves it. */
export function planText({ tasks }: Plan): string {
  return tasks
    .map(({ id, title, metric, subtasks }) => {
      const lines = subtasks.map(({ id: own, title: name, description, action, file_hints }) => {
        const files =
          file_hints.length === 0 ? "" : ` (${file_hints.map((path) => code(path, 150)).join(", ")})`
        return `- ${code(own)} ${action}: ${paragraph(name, 200)}${files}\n  ${paragraph(description, 600)}`
      })
      return [
        `### ${code(id)} ${paragraph(title, 200)}`,
        `For ${paragraph(metric, 60)}.`,
        lines.join("\n"),
      ].join("\n\n")
    })
    .join("\n\n")
}
