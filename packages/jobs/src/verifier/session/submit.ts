import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"
import { type LensVerdict, VERDICT_VALUES } from "../verdict/lens_verdict.ts"
import { readLensVerdict } from "../verdict/read_verdict.ts"

const MAX_TEXT = 20_000

const input = z.strictObject({
  verdict: z
    .enum(VERDICT_VALUES)
    .describe("pass: tried to refute and could not; fail: refuted; risk: no reading can settle it"),
  evidence: z.string().min(1).max(MAX_TEXT).describe("What was looked at and found, with path:line"),
  refutation: z.string().trim().min(1).max(MAX_TEXT).describe("How it was tried to refute the change"),
  security: z.boolean().default(false).describe("Whether it is a security finding; never with pass"),
})

export type SubmittedVerdict = z.output<typeof input>

interface SubmitOptions {
  readonly complete: (submitted: SubmittedVerdict) => LensVerdict
  readonly lenses: readonly string[]
  readonly whyUngrounded: (evidence: string) => Promise<string | null>
  readonly on_accepted: (verdict: LensVerdict) => void
  readonly on_refused: (problem: string) => void
}

const GIVEN_ALREADY = { ok: false, error: "the verdict was given already" } as const

/** The only way to answer. Shallow, ungrounded or contradictory verdicts are error results, and the model may try again. */
export function submitVerdictTool(options: SubmitOptions): Tool {
  let is_done = false
  return defineTool({
    name: "submit_verdict",
    description:
      "Give your one verdict, at the end. Evidence names what was looked at and found, with path:line of files of the diff, the contract or the tests.",
    input,
    annotations: { kind: "think", soft: true },
    async run(submitted) {
      if (is_done) return GIVEN_ALREADY
      const reading = readLensVerdict(options.complete(submitted), { lenses: options.lenses })
      const problem =
        "problems" in reading
          ? reading.problems.join("; ")
          : await options.whyUngrounded(`${submitted.evidence}`)
      if (problem !== null || "problems" in reading) {
        options.on_refused(problem ?? "")
        return { ok: false, error: `the verdict was not taken: ${problem}` }
      }
      // Another verdict may have been accepted while the evidence was checked.
      if (is_done) return GIVEN_ALREADY
      is_done = true
      options.on_accepted(reading.verdict)
      return { ok: true, output: "the verdict was taken" }
    },
  })
}
