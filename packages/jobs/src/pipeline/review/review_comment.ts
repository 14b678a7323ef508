import { code, list, paragraph } from "../../forge/page_text.ts"
import { type ReviewFinding, type ReviewSeverity, SEVERITIES } from "../run.ts"

export interface ReviewedHead {
  readonly run_id: string
  readonly head: string
  readonly findings: readonly ReviewFinding[]
  readonly readers: number
  /** About files or lines that the change lacks. */
  readonly dropped: number
  readonly left_out: number
  readonly unread: readonly string[]
}

const TITLES: Readonly<Record<ReviewSeverity, string>> = {
  blocker: "Blockers: must not be merged",
  major: "Major: has to be fixed",
  minor: "Minor",
  nit: "Nits",
}

export function reviewComment(review: ReviewedHead): string {
  const { findings, unread, run_id, head } = review
  const groups = SEVERITIES.flatMap((severity) => {
    const own = findings.filter((finding) => finding.severity === severity)
    if (own.length === 0) return []
    return [`### ${TITLES[severity]}\n\n${own.map((one) => findingText(one, review)).join("\n")}`]
  })
  const nobody = `Nobody read all of:\n\n${list(unread, (path) => code(path), { none: "", most: 20 })}`
  return [
    "## Self review",
    ...(groups.length === 0 ? ["Nothing was found."] : groups),
    ...(unread.length === 0 ? [] : [nobody]),
    ...counts(review),
    `Read by a model, not by a person, as an adversary of the change. Run ${code(run_id)}, at ${head}.`,
  ].join("\n\n")
}

function findingText({ summary, path, line, readers }: ReviewFinding, review: ReviewedHead): string {
  const place = path === null ? "" : `${code(path)}${line === null ? "" : `, line ${line}`}: `
  const by = review.readers > 1 ? ` (${readers} of ${review.readers} readers)` : ""
  return `- ${place}${paragraph(summary, 300)}${by}`
}

function counts({ dropped, left_out }: ReviewedHead): readonly string[] {
  const told = [
    ...(dropped === 0 ? [] : [`${dropped} about files or lines that the change does not have`]),
    ...(left_out === 0 ? [] : [`${left_out} more than a review has`]),
  ]
  return told.length === 0 ? [] : [`Findings that are left out: ${told.join(", ")}.`]
}
