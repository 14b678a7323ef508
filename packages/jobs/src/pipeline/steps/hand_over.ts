import { sha256Hex } from "@proofloop/foundation/text"
import { workOf } from "../../drive/step.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { paragraph } from "../../forge/page_text.ts"
import { keep, type RunContext, type RunOutcome } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"
import type { RunTypes } from "../run_store.ts"

/** Leaves the rest to a person: told in the pull request, once for each reason and head, and noted in the row. */
export async function handOver(
  row: PipelineRun,
  context: RunContext,
  { why, work, note }: { readonly why: string } & Pick<RunTypes["change"], "work" | "note">,
): Promise<RunOutcome> {
  const { settings, signal, tell, part } = context
  const { head, pull_request } = workOf(row, "head", "pull_request")
  const target = { kind: "pull_request", number: pull_request.number } as const
  const key = `${row.id}:handed-over-${sha256Hex(`${head}\n${why}`).slice(0, 16)}`
  const body = `This needs a person: ${paragraph(why)}\n\nRun \`${row.id}\`, at ${head}.`
  try {
    await part("hand_over", async () => settings.forge.comments.post(target, key, body, signal))
  } catch (error) {
    // A locked conversation does not hide the row.
    if (!(error instanceof ForgeError) || error.retryable) throw error
  }
  tell("handed_over", { why })
  return keep(context, row, {
    work: { ...work, handed_over: { why, head } },
    note: { ...note, handed_over: why },
  })
}
