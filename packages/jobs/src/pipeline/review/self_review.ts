import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { reasonOf } from "../../drive/fault.ts"
import { workOf } from "../../drive/step.ts"
import type { RunContext } from "../context/context.ts"
import type { PipelineRun, SelfReview } from "../run.ts"
import { mergeFindings } from "./merge_findings.ts"
import { type ChangeReading, readChange } from "./read_change.ts"
import { reviewComment } from "./review_comment.ts"

/**
 * Reads the open pull request's change as an adversary, with three readers unless `no_deep_review`, and posts the
 * findings as one comment. Problems are told in `error`; rejects only with the signal's reason.
 */
export async function selfReview(row: PipelineRun, context: RunContext): Promise<SelfReview> {
  const { signal, settings, part } = context
  const { head, pull_request } = workOf(row, "head", "pull_request")
  const problems: string[] = []
  const attempt = async <Result>(what: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await what()
    } catch (error) {
      signal.throwIfAborted()
      problems.push(reasonOf(error))
      return null
    }
  }
  const reading = await attempt(async () => readChange(row, context))
  if (reading === null) return { head, findings: [], url: null, error: told(problems) }
  problems.push(...problemsOf(reading))
  const { told: found, files, readers, unread } = reading
  const merged = mergeFindings(found, files)
  const review = { run_id: row.id, head, readers, unread, ...merged }
  // A comment without any reading helps nobody.
  const is_read = reading.answers > 0 || reading.errors.length === 0
  const target = { kind: "pull_request", number: pull_request.number } as const
  const url = is_read
    ? await attempt(async () =>
        part("comment", async () =>
          settings.forge.comments.post(target, `${row.id}:self-review`, reviewComment(review), signal),
        ),
      )
    : null
  return { head, findings: merged.findings, url, error: told(problems) }
}

function problemsOf({ errors, unread }: ChangeReading): readonly string[] {
  if (unread.length === 0) return errors
  return [...errors, `not read to the end: ${unread.slice(0, 5).join(", ")}`]
}

function told(problems: readonly string[]): string | null {
  return problems.length === 0 ? null : cutCodePoints(oneLine(problems.join("; ")), 1000)
}
