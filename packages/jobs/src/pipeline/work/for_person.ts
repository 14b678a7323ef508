import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { Subtask } from "@proofloop/stdlib"
import type { AuditReport } from "@proofloop/stdlib/internal/planning"
import type { PersonalTask } from "../run.ts"

const MOST = 20

/** What a plan leaves to a person: findings that need one, and subtasks whose files no patch may touch. */
export function forPerson(report: AuditReport, dropped: readonly Subtask[]): readonly PersonalTask[] {
  const suggested = report.metrics.flatMap(({ suggestions = [] }) => suggestions)
  const found: PersonalTask[] = []
  for (const one of [...suggested.filter(({ needs_person }) => needs_person), ...dropped]) {
    const files = one.file_hints.map((path) => oneLine(path))
    // The planner may have worded the same differently.
    const is_known = found.some((known) => known.files.join("\n") === files.join("\n"))
    if (is_known || found.length === MOST) continue
    const [title, description] = [
      cutCodePoints(oneLine(one.title), 200),
      cutCodePoints(oneLine(one.description), 600),
    ]
    found.push({ title, description, files })
  }
  return found
}

/** "Test pull requests (.github/workflows/ci.yml)". */
export function personalText({ title, files }: PersonalTask): string {
  return files.length === 0 ? title : `${title} (${files.join(", ")})`
}
