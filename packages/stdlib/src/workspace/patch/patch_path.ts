import { posix } from "node:path"
import type { DeniedPaths } from "@proofloop/foundation/files"
import { type ManifestRules, refuseManifest } from "@proofloop/foundation/paths"
import { deniedEntry } from "./denylist.ts"
import { PatchError } from "./patch_error.ts"

export interface PathRules extends ManifestRules {
  readonly denied: DeniedPaths
}

/**
 * The path of a patch relative to the root, without `.` and `..`, after every check that needs no disk: spelling, the
 * denylist on what was written and on what it means, the manifests. Throws PatchError.
 */
export function checkPath(given: string, rules: PathRules): string {
  refuseSpelling(given)
  const folded = given.replaceAll("\\", "/")
  if (folded.startsWith("/") || folded[1] === ":") {
    throw new PatchError("invalid_path", given, `${given}: absolute paths not allowed`)
  }
  refuseSensitive(folded, given, rules)
  const path = posix.normalize(folded)
  if (path === ".." || path.startsWith("../")) {
    throw new PatchError("outside_root", given, `${given}: path traversal, it leads out of the root`)
  }
  refuseForbidden(path, given, rules)
  if (folded !== given) {
    throw new PatchError("invalid_path", given, `${given}: use "/" between folders: ${folded}`)
  }
  return path
}

/** What is forbidden whatever way led to `path`. Throws PatchError. */
export function refuseForbidden(path: string, given: string, rules: PathRules): void {
  refuseSensitive(path, given, rules)
  const refusal = refuseManifest(path, rules)
  if (refusal !== null) throw new PatchError("build_manifest", given, refusal.message)
}

function refuseSensitive(path: string, given: string, { denied }: PathRules): void {
  const entry = deniedEntry(path) ?? denied(path)
  if (entry === null) return
  throw new PatchError(
    "sensitive_path",
    given,
    `refusing to touch sensitive path ${given} (denied by ${entry})`,
  )
}

function refuseSpelling(given: string): void {
  const shown = JSON.stringify(given)
  if (given.trim() !== given) {
    throw new PatchError("invalid_path", given, `the path ${shown} begins or ends with a space`)
  }
  if (given.includes("\0")) throw new PatchError("invalid_path", given, `the path ${shown} has a NUL in it`)
  if (/[\u0001-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u.test(given)) {
    throw new PatchError("invalid_path", given, `the path ${shown} has a control character in it`)
  }
  if (!/(^|[/\\])\.{0,2}$/.test(given)) return
  const folder = given.replace(/[/\\.]{1,64}$/, "") || "."
  const message = `${given}: a patch targets a file, not a directory; add a file name, as in ${folder}/README.md`
  throw new PatchError("invalid_path", given, message)
}
