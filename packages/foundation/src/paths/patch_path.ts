import { posix } from "node:path"
import type { DeniedPaths } from "../files/denied.ts"
import { deniedEntry } from "./denylist.ts"
import { type ManifestRules, refuseManifest } from "./manifests.ts"

export interface PathRules extends ManifestRules {
  /** Says whether a path is denied, and by which entry of the denylist. */
  readonly denied: DeniedPaths
}

export interface PathRefusal {
  readonly kind: "invalid_path" | "outside_root" | "sensitive_path" | "build_manifest"
  readonly message: string
}

/**
 * The path of a patch relative to the root, without `.` and `..`, or why it is refused. Makes every check that needs
 * no disk: the spelling, the manifests, and the denylist on the written path and on its meaning.
 */
export function readPatchPath(
  given: string,
  rules: PathRules,
):
  | {
      /** The path relative to the root, without "." and "..". */
      readonly path: string
    }
  | PathRefusal {
  const unreadable = spellingRefusal(given)
  if (unreadable !== null) return unreadable
  const folded = given.replaceAll("\\", "/")
  if (folded.startsWith("/") || folded[1] === ":") return invalid(`${given}: absolute paths not allowed`)
  const sensitive = sensitiveRefusal(folded, given, rules)
  if (sensitive !== null) return sensitive
  const path = posix.normalize(folded)
  if (path === ".." || path.startsWith("../")) {
    return { kind: "outside_root", message: `${given}: path traversal, it leads out of the root` }
  }
  const forbidden = refusePatchPath(path, given, rules)
  if (forbidden !== null) return forbidden
  return folded === given ? { path } : invalid(`${given}: use "/" between folders: ${folded}`)
}

/** What forbids `path`, however the caller reached it; null when it is allowed. */
export function refusePatchPath(path: string, given: string, rules: PathRules): PathRefusal | null {
  const sensitive = sensitiveRefusal(path, given, rules)
  if (sensitive !== null) return sensitive
  const refusal = refuseManifest(path, rules)
  return refusal && { kind: "build_manifest", message: refusal.message }
}

function sensitiveRefusal(path: string, given: string, { denied }: PathRules): PathRefusal | null {
  const entry = deniedEntry(path) ?? denied(path)
  if (entry === null) return null
  const message = `refusing to touch sensitive path ${given} (denied by ${entry})`
  return { kind: "sensitive_path", message }
}

function spellingRefusal(given: string): PathRefusal | null {
  const shown = JSON.stringify(given)
  if (given.trim() !== given) return invalid(`the path ${shown} begins or ends with a space`)
  if (given.includes("\0")) return invalid(`the path ${shown} has a NUL in it`)
  if (/[\u0001-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u.test(given)) {
    return invalid(`the path ${shown} has a control character in it`)
  }
  if (!/(^|[/\\])\.{0,2}$/.test(given)) return null
  const folder = given.replace(/[/\\.]{1,64}$/, "") || "."
  return invalid(
    `${given}: a patch targets a file, not a directory; add a file name, as in ${folder}/README.md`,
  )
}

function invalid(message: string): PathRefusal {
  return { kind: "invalid_path", message }
}
