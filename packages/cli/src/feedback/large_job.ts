import type { SelfCorrectionOptions } from "@proofloop/self-correction"
import { FIX_CLASSES } from "@proofloop/self-correction"
import { readIds } from "../arguments/ids.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { Misuse } from "../console/misuse.ts"

type LargeJobSettings = Pick<
  SelfCorrectionOptions,
  | "plan_review_loc_threshold"
  | "plan_review_component_loc"
  | "plan_review_component_depth"
  | "plan_review_always"
>

/** The limits above which a plan waits for a person, from --large-job-lines and its like. Throws Misuse. */
export function readLargeJob(input: Input): LargeJobSettings {
  const always = readIds(input, "large-job-always")
  for (const name of always) {
    if (FIX_CLASSES.some((known) => known === name)) continue
    const message = `--large-job-always: expected one of ${FIX_CLASSES.join(", ")}, got ${JSON.stringify(name)}`
    throw new Misuse(message, { name, known: FIX_CLASSES })
  }
  return {
    plan_review_loc_threshold: readCount(input, "large-job-lines"),
    plan_review_component_loc: readCount(input, "large-job-component-lines"),
    plan_review_component_depth: readCount(input, "large-job-depth"),
    plan_review_always: always,
  }
}
