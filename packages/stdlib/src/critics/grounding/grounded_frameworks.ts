import type { Fingerprint } from "../../repository/fingerprint.ts"
import { frameworksIn } from "../../repository/frameworks.ts"

/** Whether the repository has manifests; without them every claim would look invented. */
export function canGround(fingerprint: Fingerprint | null): fingerprint is Fingerprint {
  return fingerprint !== null && (fingerprint.manifest_files ?? []).length > 0
}

export function groundedFrameworks(fingerprint: Fingerprint): ReadonlySet<string> {
  const declared = (fingerprint.declared_frameworks ?? []).map((name) => name.toLowerCase())
  return new Set([...declared, ...frameworksIn([...declared, ...allDependencies(fingerprint)])])
}

export function allDependencies(fingerprint: Fingerprint): readonly string[] {
  return Object.values(fingerprint.declared_deps ?? {}).flat()
}
