import { requireGit } from "@proofloop/foundation/git"
import type { FixPlan } from "../feedback.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { isLargeJob, largeJobOptions } from "./large_job.ts"

/**
 * Why a change is a large job as it is, whatever its plan estimated; [] for a small one. A plan that needed no approval must
 * not become a change that would have needed it. The regression test does not count.
 */
export async function reasonsTooLarge(
  settings: SelfCorrectionSettings,
  { fix_class }: Pick<FixPlan, "fix_class">,
  { base_commit, commit, test_path }: { base_commit: string; commit: string; test_path?: string },
): Promise<readonly string[]> {
  const args = ["diff", "--numstat", "-z", "--no-renames", "--no-ext-diff", "--relative"]
  const printed = await requireGit(settings.root, [...args, base_commit, commit, "--"])
  const files = printed.split("\0").flatMap((line) => {
    // Files that are no text have "-" for their lines.
    const [added = "", removed = "", path = ""] = line.split("\t")
    if (path === "" || path === test_path) return []
    const loc_estimate = Math.max(Number(added) || 0, Number(removed) || 0)
    return [{ path, loc_estimate, operation: "edit" as const }]
  })
  const total_loc_estimate = files.reduce((sum, { loc_estimate }) => sum + loc_estimate, 0)
  return isLargeJob({ fix_class, files, total_loc_estimate }, largeJobOptions(settings)).reasons
}
