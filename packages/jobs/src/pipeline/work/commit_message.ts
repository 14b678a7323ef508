import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { messageText } from "../../forge/page_text.ts"
import { isSwitched, type PipelineRun, type SubtaskProof } from "../run.ts"

/** Subject, and trailers with the commit's evidence. Has a sign-off when the run has one. */
export function commitMessage(
  subject: string,
  {
    row,
    errand_id,
    proof,
    signer,
  }: {
    readonly row: Pick<PipelineRun, "id" | "switches">
    readonly errand_id: string
    readonly proof: SubtaskProof
    readonly signer?: string | undefined
  },
): string {
  const { check, exit_code, tests_run, output_sha256, caveat } = proof
  const ran = [
    ...(exit_code === null ? [] : [`exit ${exit_code}`]),
    ...(tests_run === null ? [] : [`${tests_run} tests`]),
    `sha256:${output_sha256.slice(0, 16)}`,
  ].join(", ")
  const trailers = [
    `Proofloop-Run: ${row.id}`,
    `Proofloop-Subtask: ${oneLine(errand_id)}`,
    `Proofloop-Check: ${oneLine(check)} (${ran})`,
    ...(caveat === "" ? [] : [`Proofloop-Caveat: ${messageText(cutCodePoints(oneLine(caveat), 300))}`]),
    ...signOff(row, signer),
  ]
  return `${messageText(cutCodePoints(subject, 100))}\n\n${trailers.join("\n")}`
}

/** The sign-off trailer of a run; empty without a sign-off. */
export function signOff(row: Pick<PipelineRun, "switches">, signer: string | undefined): readonly string[] {
  return signer !== undefined && isSwitched(row, "sign_off") ? [`Signed-off-by: ${signer}`] : []
}
