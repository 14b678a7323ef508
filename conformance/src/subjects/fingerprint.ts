import { computeFingerprint, manifestDigest, memoryFacts } from "@proofloop/stdlib/internal/critics"
import type { Subject } from "./subject.ts"

/** The fingerprint of a repository that is `files`, and whether `changed` files give it another digest. */
export const fingerprint: Subject = {
  name: "fingerprint",
  async answer(given) {
    const { files = {}, changed } = given as {
      readonly files?: Readonly<Record<string, string>>
      readonly changed?: Readonly<Record<string, string>>
    }
    const found = await computeFingerprint(memoryFacts(files))
    if (changed === undefined) return found
    const before = await manifestDigest(memoryFacts(files))
    return {
      ...found,
      digest_changed: before !== (await manifestDigest(memoryFacts({ ...files, ...changed }))),
    }
  },
}
