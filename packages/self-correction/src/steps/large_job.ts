import { nameOption, numberOption } from "@proofloop/foundation/errors"
import { FIX_CLASSES, type FixClass, type FixPlan } from "../feedback/feedback.ts"

/** A plan of more lines is a large job. */
export const LARGE_JOB_LOC = 200
/** Folders below the root that tell one component from another. */
const COMPONENT_DEPTH = 4

export interface LargeJobOptions {
  /** Lines; a plan of exactly so many is not large. Default 200. */
  readonly threshold_loc?: number | undefined
  /** Classes that are always large, beside `architectural` and `state-machine`. */
  readonly always?: readonly string[] | undefined
}

/**
 * Whether a plan has to be approved before anything is changed, and each reason why: its class, its size, or files of more than
 * one component, which is a folder, cut to the first four. Throws InvalidOptionError for an invalid threshold or class.
 * @requirement self-correction.plan
 */
export function isLargeJob(
  plan: Pick<FixPlan, "fix_class" | "files" | "total_loc_estimate">,
  options: LargeJobOptions = {},
): { readonly large: boolean; readonly reasons: readonly string[] } {
  const threshold = numberOption(
    "threshold_loc",
    options.threshold_loc ?? LARGE_JOB_LOC,
    0,
    Number.MAX_SAFE_INTEGER,
  )
  const always = new Set<FixClass>([
    "architectural",
    "state-machine",
    ...(options.always ?? []).map((name) => nameOption("always", name, FIX_CLASSES)),
  ])
  const lines = Math.max(
    plan.total_loc_estimate,
    plan.files.reduce((sum, { loc_estimate }) => sum + loc_estimate, 0),
  )
  const components = [...new Set(plan.files.map(({ path }) => componentOf(path)))]
  const reasons = [
    ...(always.has(plan.fix_class) ? [`a fix of the class ${plan.fix_class} is always looked at`] : []),
    ...(lines > threshold ? [`about ${lines} lines, more than ${threshold}`] : []),
    ...(components.length > 1 ? [`files of ${components.length} components: ${named(components)}`] : []),
  ]
  return { large: reasons.length > 0, reasons }
}

function componentOf(path: string): string {
  const folders = path.split("/").slice(0, -1)
  return folders.slice(0, COMPONENT_DEPTH).join("/") || "."
}

const MAX_NAMED = 6

function named(components: readonly string[]): string {
  const left = components.length - MAX_NAMED
  return [...components.slice(0, MAX_NAMED), ...(left > 0 ? [`${left} more`] : [])].join(", ")
}
