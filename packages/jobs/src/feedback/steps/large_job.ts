import { nameOption, numberOption } from "@proofloop/foundation/errors"
import { requireGit } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { FIX_CLASSES, type FixClass, type FixPlan } from "../feedback.ts"
import type { SelfCorrectionOptions, SelfCorrectionSettings } from "../settings.ts"
import { unaskedFiles } from "./unasked_files.ts"

/** A plan with more lines is a large job. */
export const LARGE_JOB_LOC = 200
/** A plan with more lines must not spread over components unseen. */
const COMPONENT_LOC = 50
/** Folders below the root that tell one component from another. */
const COMPONENT_DEPTH = 4

export interface LargeJobOptions {
  /** Lines; a plan with exactly this many is not large. Default 200. */
  readonly threshold_loc?: number | undefined
  /** Up to this many lines the number of components does not matter. Default 50. */
  readonly component_loc?: number | undefined
  /** How many folders below the root name a component; 0: there is only one component. Default 4. */
  readonly component_depth?: number | undefined
  /** Classes that are always large, beside `architectural` and `state-machine`. */
  readonly always?: readonly string[] | undefined
}

/**
 * Whether a plan needs approval before any change, with each reason. Reasons are its class, its size, files that run
 * without being called, or, above a few lines, files of several components. A component is a folder, cut to four
 * levels. Test files do not count. Throws InvalidOptionError for an invalid number or class.
 * @requirement self-correction.plan
 */
export function isLargeJob(
  plan: Pick<FixPlan, "fix_class" | "files" | "total_loc_estimate">,
  options: LargeJobOptions = {},
): { readonly large: boolean; readonly reasons: readonly string[] } {
  const threshold = wholeNumber("threshold_loc", options.threshold_loc ?? LARGE_JOB_LOC)
  const component_loc = wholeNumber("component_loc", options.component_loc ?? COMPONENT_LOC)
  const depth = wholeNumber("component_depth", options.component_depth ?? COMPONENT_DEPTH)
  const always = new Set<FixClass>([
    "architectural",
    "state-machine",
    ...(options.always ?? []).map((name) => nameOption("always", name, FIX_CLASSES)),
  ])
  const lines = Math.max(
    plan.total_loc_estimate,
    plan.files.reduce((sum, { loc_estimate }) => sum + loc_estimate, 0),
  )
  const components = lines > component_loc ? componentsOf(plan.files, depth) : []
  const unasked = unaskedFiles(plan.files.map(({ path }) => path))
  const reasons = [
    ...(always.has(plan.fix_class) ? [`a fix of the class ${plan.fix_class} is always looked at`] : []),
    ...(lines > threshold ? [`about ${lines} lines, more than ${threshold}`] : []),
    ...(unasked.length > 0 ? [`what runs without being called: ${named(unasked)}`] : []),
    ...(components.length > 1 ? [`files of ${components.length} components: ${named(components)}`] : []),
  ]
  return { large: reasons.length > 0, reasons }
}

function wholeNumber(option: string, value: unknown): number {
  return numberOption(option, value, 0, Number.MAX_SAFE_INTEGER)
}

/** A test belongs to the tested component, wherever it lies. Tests alone are components like any other files. */
function componentsOf(files: FixPlan["files"], depth: number): readonly string[] {
  const sources = files.filter(({ path }) => !isTestPath(path))
  const counted = sources.length === 0 ? files : sources
  return [...new Set(counted.map(({ path }) => componentOf(path, depth)))]
}

function componentOf(path: string, depth: number): string {
  const folders = path.split("/").slice(0, -1)
  return folders.slice(0, depth).join("/") || "."
}

const MAX_NAMED = 6

function named(names: readonly string[]): string {
  const left = names.length - MAX_NAMED
  return [...names.slice(0, MAX_NAMED), ...(left > 0 ? [`${left} more`] : [])].join(", ")
}

export function largeJobOptions({
  plan_review_loc_threshold,
  plan_review_component_loc,
  plan_review_component_depth,
  plan_review_always,
}: SelfCorrectionOptions): LargeJobOptions {
  return {
    threshold_loc: plan_review_loc_threshold,
    component_loc: plan_review_component_loc,
    component_depth: plan_review_component_depth,
    always: plan_review_always,
  }
}

/**
 * Why the actual change is a large job, whatever its plan estimated; [] for a small one. A plan without approval must
 * not become a change that would have needed it. The regression test does not count.
 */
export async function reasonsTooLarge(
  settings: SelfCorrectionSettings,
  { fix_class }: Pick<FixPlan, "fix_class">,
  change: Change,
): Promise<readonly string[]> {
  const size = await sizeOf(settings.root, change)
  return isLargeJob({ fix_class, ...size }, largeJobOptions(settings)).reasons
}

interface Change {
  readonly base_commit: string
  readonly commit: string
  readonly test_path?: string
}

/** The size of a change in a plan's terms: for each file the lines it adds, or removes if it removes more. */
export async function sizeOf(
  root: string,
  { base_commit, commit, test_path }: Change,
): Promise<Pick<FixPlan, "files" | "total_loc_estimate">> {
  const args = ["diff", "--numstat", "-z", "--no-renames", "--no-ext-diff", "--relative"]
  const printed = await requireGit(root, [...args, base_commit, commit, "--"])
  const files = printed.split("\0").flatMap((line) => {
    // Binary files have "-" for their lines.
    const [added = "", removed = "", path = ""] = line.split("\t")
    if (path === "" || path === test_path) return []
    const loc_estimate = Math.max(Number(added) || 0, Number(removed) || 0)
    return [{ path, loc_estimate, operation: "edit" as const }]
  })
  return { files, total_loc_estimate: files.reduce((sum, { loc_estimate }) => sum + loc_estimate, 0) }
}
