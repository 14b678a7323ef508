import { computeFingerprint, manifestDigest } from "./compute_fingerprint.ts"
import type { RepositoryFacts } from "./facts.ts"
import type { Fingerprint } from "./fingerprint.ts"

/** How many repositories' states are remembered. */
const MOST_REMEMBERED = 8

const remembered = new Map<string, Promise<Fingerprint | null>>()

/** The fingerprint, computed once for the same files and manifests; null when it cannot be. Never rejects. */
export async function cachedFingerprint(
  facts: Pick<RepositoryFacts, "paths" | "read">,
): Promise<Fingerprint | null> {
  const digest = await manifestDigest(facts)
  const known = remembered.get(digest)
  if (known !== undefined) return known
  const fingerprint = computeFingerprint(facts).catch(() => {
    remembered.delete(digest)
    return null
  })
  remembered.set(digest, fingerprint)
  for (const oldest of remembered.keys()) {
    if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest)
  }
  return fingerprint
}
