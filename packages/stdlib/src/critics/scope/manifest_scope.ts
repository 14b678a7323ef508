import { posix } from "node:path"
import type { FileChange } from "@proofloop/foundation/git"
import { type ManifestRules, refuseManifest } from "@proofloop/foundation/paths"
import * as z from "zod"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"

/** Stops edits of build manifests that the task did not ask for, whatever tool made them. @requirement critics.G1 */
export const manifestScope = defineCritic({
  id: "G1",
  title: "Manifest scope",
  description:
    "Finds build manifests (package.json, pyproject.toml, go.mod, ...) that were created, changed or deleted although the task does not name them.",
  scope: "file",
  default_in: { gate: true, check: false },
  input: z.object({
    allowed_manifests: z.array(z.string()).default([]),
    compile_fix_mode: z.boolean().default(false),
  }),
  event: { type: "critic_manifest_scope.fail" },
  check_name: "Manifest scope check",
  advice:
    "Put the manifest back as it was and solve the task in the source. If the task cannot be done without it, say so instead.",
  check: (change, _facts, options) => verdictOf(change.files.flatMap((file) => judge(file, options))),
})

function judge({ path, before, after }: FileChange, rules: ManifestRules): readonly Violation[] {
  const is_same = before === null || after === null ? before === after : Buffer.compare(before, after) === 0
  const refusal = is_same ? null : refuseManifest(path, rules)
  return refusal === null ? [] : [{ path, ...refusal, evidence: posix.basename(path) }]
}
