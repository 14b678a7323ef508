import { sha256 } from "@proofloop/foundation/files"
import { canonicalJson } from "@proofloop/foundation/text"
import type { BriefManifest } from "./brief.ts"

/** A manifest's inputs and commits with what follows from them: the subject of verdicts and the hash of it all. */
export function sealManifest(
  parts: Pick<BriefManifest, "base_commit" | "head_commit" | "inputs">,
): BriefManifest {
  const { base_commit, head_commit, inputs } = parts
  const hashes = (kinds: readonly string[]) =>
    inputs
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, path, sha256: content }) => [kind, path, content])
  const diff_sha256 = inputs.find(({ kind }) => kind === "diff")?.sha256 ?? ""
  const contract_sha256 = sha256(canonicalJson(hashes(["contract", "tests"])))
  const manifest = { base_commit, head_commit, inputs, subject: { diff_sha256, contract_sha256 } }
  return { ...manifest, brief_sha256: sha256(canonicalJson(manifest)) }
}
