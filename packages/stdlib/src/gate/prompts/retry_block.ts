import { cutCodePoints } from "@proofloop/foundation/text"
import { MAX_FEEDBACK } from "../../critics/feedback.ts"
import { dataBlock, promptLine } from "../../prompts/data_block.ts"

export interface RetryFeedback {
  /** Who rejected it, as its title says: "Top-level preservation". */
  readonly rejected_by: string
  readonly feedback: string
}

/** Told to a worker before it tries again: who rejected the last attempt, why, and five rules. */
export function retryBlock({ rejected_by, feedback }: RetryFeedback): string {
  return `## YOUR PREVIOUS ATTEMPT WAS REJECTED BY: ${promptLine(rejected_by, 100)}

It was taken back; the files below are as they were before it. What was found:
${dataBlock(cutCodePoints(feedback, MAX_FEEDBACK))}

1. Do not invent signatures. Call a function only as its definition in the files below allows.
2. Do not send the same patch again. It will be rejected again.
3. When the number of values or arguments does not fit, count them at the real definition and make the call fit it.
4. An undefined name does not exist. Do not use it, and do not import it from somewhere it is not.
5. Change as little as it takes to answer what was found, and keep what was right in your attempt.`
}
