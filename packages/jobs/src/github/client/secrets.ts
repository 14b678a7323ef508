const MOST = 20

export interface Secrets {
  add(secret: string): void
  /** The newest twenty: tokens of an app come and go. */
  all(): readonly string[]
}

export function createSecrets(): Secrets {
  const known = new Set<string>()
  return {
    add(secret) {
      known.delete(secret)
      known.add(secret)
      const [oldest] = known
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },
    all: () => [...known],
  }
}
