/** The same function, whose answer is given again for a while; callers at the same time share one. */
export function remembered<Result>(for_ms: number, read: () => Promise<Result>): () => Promise<Result> {
  let kept: { readonly result: Promise<Result>; readonly until: number } | null = null
  return async () => {
    if (kept !== null && performance.now() < kept.until) return kept.result
    const result = read()
    const mine = { result, until: Infinity }
    kept = mine
    try {
      const found = await result
      if (kept === mine) kept = { result, until: performance.now() + for_ms }
      return found
    } catch (error) {
      if (kept === mine) kept = null
      throw error
    }
  }
}
