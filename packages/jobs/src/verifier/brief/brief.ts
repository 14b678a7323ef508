import { sha256 } from "@proofloop/foundation/files"
import { canonicalJson } from "@proofloop/foundation/text"
import type { Promised } from "../verdict/caveat.ts"
import type { VerdictSubject } from "../verdict/lens_verdict.ts"

/** The only kinds of input a verifier ever gets; never a transcript, a reason or another verdict. */
export type BriefInputKind = "contract" | "tests" | "conventions" | "diff"

export interface BriefInput {
  readonly kind: BriefInputKind
  /** Relative to the root, with "/"; "diff" for the diff. */
  readonly path: string
  readonly text: string
}

export interface BriefManifest {
  /** Full id of the commit that the change starts from. */
  readonly base_commit: string
  /** null: the work tree as it is. */
  readonly head_commit: string | null
  /** One entry for each text of the brief, in order. */
  readonly inputs: readonly {
    readonly kind: BriefInputKind
    /** Relative to the root, with "/"; "diff" for the diff. */
    readonly path: string
    /** SHA-256 of the content, in lower-case hex. */
    readonly sha256: string
    /** Length of the content in bytes. */
    readonly bytes: number
  }[]
  readonly subject: VerdictSubject
  /** Over the canonical JSON of everything above. */
  readonly brief_sha256: string
}

export interface Brief {
  readonly manifest: BriefManifest
  readonly inputs: readonly BriefInput[]
  /** Paths the diff touches, sorted. */
  readonly changed_paths: readonly string[]
  /** Contract files and base tests that the diff changes or removes: a build may not move its own goal. */
  readonly changed_contract: readonly string[]
  /**
   * Changed paths whose content the diff does not show: binary files, submodules and files above 2 MiB by hash alone,
   * committed `.proofloop` files not at all.
   */
  readonly opaque_paths: readonly string[]
}

export function promisedIn({ inputs }: Pick<BriefManifest, "inputs">): Promised {
  const has = (wanted: BriefInputKind) => inputs.some(({ kind }) => kind === wanted)
  if (has("contract")) return "contract"
  return has("tests") ? "tests" : "nothing"
}

/**
 * A manifest's inputs and commits with what follows from them: the subject of verdicts, and the hash of it all.
 * Subjects in early manifests lack the base: `is_based` false.
 */
export function sealManifest(
  parts: Pick<BriefManifest, "base_commit" | "head_commit" | "inputs">,
  is_based = true,
): BriefManifest {
  const { base_commit, head_commit, inputs } = parts
  const hashes = (kinds: readonly string[]) =>
    inputs
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, path, sha256: content }) => [kind, path, content])
  const diff_sha256 = inputs.find(({ kind }) => kind === "diff")?.sha256 ?? ""
  const contract_sha256 = sha256(canonicalJson(hashes(["contract", "tests"])))
  const subject = { diff_sha256, contract_sha256, ...(is_based ? { base_commit } : {}) }
  const manifest = { base_commit, head_commit, inputs, subject }
  return { ...manifest, brief_sha256: sha256(canonicalJson(manifest)) }
}
