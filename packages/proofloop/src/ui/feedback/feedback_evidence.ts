import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type { Feedback } from "@proofloop/jobs/feedback"
import type { JobNote } from "@proofloop/jobs/internal"
import type { FixReview } from "@proofloop/jobs/internal/feedback"
import { openVerdictLedger } from "@proofloop/jobs/verifier"
import type { ChainHead, Comparison, Evidence, Verdict } from "../../cockpit/sources/row_view.ts"
import type { Tone } from "../../kit/tone.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

/** What a fix rests on, and what nobody checked. `head`: its newest note. */
export async function feedbackEvidence(
  { work }: Feedback,
  head: JobNote | undefined,
  { root }: FeedbackPlace,
): Promise<Evidence> {
  const { differential, review, test, refutations = [] } = work
  return {
    comparisons: differential === undefined ? [] : [comparisonOf(differential)],
    verdicts: [...(review === undefined ? [] : verdictsOf(review)), ...refutations.map(refutedBy)],
    proofs:
      differential === undefined
        ? []
        : [
            {
              title: "The regression test",
              check: test?.command ?? "",
              outcome: differential.verified
                ? "fails on the base and passes on the fix"
                : differential.reason,
              tone: differential.verified ? "good" : "bad",
              caveat: "",
            },
          ],
    not_covered: notCovered(work),
    heads: [
      ...(head === undefined ? [] : [{ what: "history of the row", length: head.seq, sha256: head.sha256 }]),
      ...(root === null ? [] : await ledgerHeads(root)),
    ],
  }
}

function comparisonOf({
  base,
  fix,
  verified,
  reason,
}: NonNullable<Feedback["work"]["differential"]>): Comparison {
  const side = (title: string, one: typeof base) => ({
    title,
    outcome: `${one.outcome}${one.exit_code === null ? "" : `, exit ${one.exit_code}`}`,
    tone: ({ pass: "good", fail: "bad", error: "warn" } as const)[one.outcome],
    output: one.output,
  })
  return {
    title: "The regression test, without the fix and with it",
    verdict: verified ? "the test fails on the base and passes on the fix" : reason,
    tone: verified ? "good" : "bad",
    before: side("base", base),
    after: side("with the fix", fix),
  }
}

function verdictsOf({ overall, passes, caveats = [], confidence }: FixReview): readonly Verdict[] {
  const tones: Readonly<Record<string, Tone>> = { pass: "good", fail: "bad", unable: "warn", block: "bad" }
  return [
    {
      by: "review",
      verdict: overall,
      tone: tones[overall] ?? "warn",
      text: confidence === null ? "" : `confidence ${confidence} of 100`,
      caveats,
    },
    ...passes.map(({ name, status, note }) => ({
      by: name,
      verdict: status,
      tone: tones[status] ?? ("" as const),
      text: note,
      caveats: [],
    })),
  ]
}

function refutedBy(text: string): Verdict {
  return { by: "an earlier try", verdict: "refuted", tone: "warn", text, caveats: [] }
}

function notCovered({ differential, review, conflict }: Feedback["work"]): readonly string[] {
  return [
    ...(differential === undefined ? ["No test has failed on the base and passed on the fix yet."] : []),
    ...(differential?.sandbox === "none" ? ["The test ran in no sandbox."] : []),
    ...(differential?.setup_problem == null
      ? []
      : [`Something may not have been installed for the test: ${differential.setup_problem}`]),
    ...(review?.passes ?? [])
      .filter(({ status }) => status === "unable")
      .map(({ name, note }) => `${name} could not judge: ${note}`),
    ...(conflict === undefined ? [] : [`It conflicts with its base: ${conflict.reason}`]),
  ]
}

const MOST_LEDGERS = 10

/** Of the ledgers of verdicts in the repository's state folder. A damaged one is named so. */
async function ledgerHeads(root: string): Promise<readonly ChainHead[]> {
  const folder = join(root, ".proofloop", "verdicts")
  const names = (await readdir(folder).catch((): readonly string[] => [])).filter((name) =>
    name.endsWith(".jsonl"),
  )
  return Promise.all(
    names.slice(0, MOST_LEDGERS).map(async (name) => {
      const what = `verdicts ${name}`
      try {
        const entries = await openVerdictLedger(join(folder, name)).read()
        return { what, length: entries.length, sha256: entries.at(-1)?.sha256 ?? "" }
      } catch {
        return { what: `${what}: damaged, or written right now`, length: 0, sha256: "" }
      }
    }),
  )
}
