import type { ManifestRules } from "@proofloop/foundation/paths"
import { parseInput } from "../critics/critic.ts"
import { manifestScope } from "../critics/scope/manifest_scope.ts"
import type { Submission } from "./submission.ts"

/** Build manifests that may change: for the worker those of G1's options and the subtask, else none; without G1 all. */
export function manifestRules(
  { settings, subtask, phase, allowed_manifests }: Submission,
  patches: readonly unknown[],
): ManifestRules {
  const selected = settings.critics.find(({ critic }) => critic.id === manifestScope.id)
  if (selected === undefined) return { allowed_manifests: patches.flatMap(pathOf) }
  const options = parseInput(manifestScope, selected.options) as {
    allowed_manifests: readonly string[]
    compile_fix_mode: boolean
  }
  return {
    allowed_manifests: [...(phase === "worker" ? options.allowed_manifests : []), ...allowed_manifests],
    compile_fix_mode: options.compile_fix_mode || subtask.compile_fix_mode === true,
  }
}

function pathOf(patch: unknown): readonly string[] {
  const path = typeof patch === "object" && patch !== null && "path" in patch ? patch.path : undefined
  return typeof path === "string" ? [path] : []
}
