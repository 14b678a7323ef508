import { addressPasswords } from "./secrets/credential.ts"
import { assignedSecrets } from "./secrets/named_secret.ts"
import { privateKeys } from "./secrets/private_key.ts"
import { vendorTokens } from "./secrets/vendor_token.ts"

export interface FoundSecret {
  /** How it was recognised; `named`: by the name of its variable or key. */
  readonly kind: "token" | "private_key" | "password_in_address" | "named"
  /** The name it is given under; "" for kinds without one. */
  readonly name: string
  /** In UTF-16 code units; `end` is the first one behind it. For a named one with its quotes. */
  readonly start: number
  /** The first code unit behind it. */
  readonly end: number
}

/** The parts of a text that look like a secret, by the shapes of redactSecrets, in the text's order. Linear in the text. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const shaped: FoundSecret[] = [
    ...privateKeys(text).map((place) => ({ kind: "private_key" as const, name: "", ...place })),
    ...vendorTokens(text).map(({ 0: all, index }) => ({
      kind: "token" as const,
      name: "",
      start: index,
      end: index + all.length,
    })),
    ...addressPasswords(text).map((place) => ({ kind: "password_in_address" as const, name: "", ...place })),
  ]
  const named = assignedSecrets(text).map((secret) => ({ kind: "named" as const, ...secret }))
  const apart = withoutOverlaps(shaped)
  return withoutOverlaps([...apart, ...named.filter((secret) => !overlapsAny(secret, apart))])
}

/** In the order of the text; where two overlap, the first or the longer one. */
function withoutOverlaps(secrets: readonly FoundSecret[]): readonly FoundSecret[] {
  let end = 0
  return secrets
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter((secret) => {
      if (secret.start < end) return false
      end = secret.end
      return true
    })
}

/** Whether a piece overlaps one of the given ones, which are sorted and apart. */
function overlapsAny({ start, end }: FoundSecret, sorted: readonly FoundSecret[]): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return (sorted[low]?.start ?? end) < end
}
