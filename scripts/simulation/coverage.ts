/** How many schedules reached what. */
export interface Coverage {
  hit(what: string): void
  readonly hits: ReadonlySet<string>
}

export function createCoverage(): Coverage {
  const hits = new Set<string>()
  return {
    hits,
    hit(what) {
      hits.add(what)
    },
  }
}
