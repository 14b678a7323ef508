import { createDeniedPaths, openWorkspace } from "@proofloop/foundation/files"
import { deniedEntry } from "@proofloop/foundation/paths"
import type { PatchOptions } from "./patch.ts"
import { locateTarget } from "./plan_writes.ts"

/** Whether a patch of each of these paths would be let through; touches nothing. Rejects with PatchError if not. */
export async function checkPatchPaths(
  root: string,
  paths: readonly string[],
  options: PatchOptions = {},
): Promise<void> {
  const { denied = [] } = options
  const workspace = { ...openWorkspace({ root, denied_paths: [], max_file_bytes: 1 }), denied: deniedEntry }
  const rules = { ...options, denied: typeof denied === "function" ? denied : createDeniedPaths(denied) }
  for (const path of paths) await locateTarget(workspace, path, rules)
}
