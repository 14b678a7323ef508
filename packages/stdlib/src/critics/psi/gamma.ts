import type { Fingerprint } from "../../repository/fingerprint.ts"
import { isDoc } from "../docs/doc_text.ts"
import { isScriptConfig } from "../grounding/config_files.ts"
import { frameworkMentions } from "../grounding/framework_mentions.ts"
import { canGround, groundedFrameworks } from "../grounding/grounded_frameworks.ts"
import { moduleReferences } from "../grounding/module_references.ts"
import { packageOf, possiblePackages } from "../grounding/package_names.ts"

/** Γ, 0 to 1: the share of a text's claims that hold. `packages`: default the fingerprint's for npm. @requirement critics.psi-lite */
export function gamma(
  path: string,
  text: string,
  fingerprint: Fingerprint | null,
  packages?: ReadonlySet<string>,
): number {
  if (!canGround(fingerprint)) return 1
  if (isDoc(path)) {
    const grounded = groundedFrameworks(fingerprint)
    const claimed = new Set(frameworkMentions(text.replaceAll("\r\n", "\n")).map(({ id }) => id))
    return shareOf(claimed, (id) => grounded.has(id))
  }
  const declared = packages ?? new Set(fingerprint.declared_deps?.npm ?? [])
  if (!isScriptConfig(path) || declared.size === 0) return 1
  const loaded = new Set(moduleReferences(path, text).flatMap(({ specifier }) => packageOf(specifier) ?? []))
  return shareOf(loaded, (name) => possiblePackages(name).some((possible) => declared.has(possible)))
}

function shareOf(names: ReadonlySet<string>, isGrounded: (name: string) => boolean): number {
  return names.size === 0 ? 1 : [...names].filter(isGrounded).length / names.size
}
