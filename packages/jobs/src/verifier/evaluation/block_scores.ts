/** Scores of a decision to pass or block a build. null: undefined. */
export interface BlockScores {
  /** Of the blocked builds, those that were bad. */
  readonly precision: number | null
  /** The share of bad builds that were blocked; safety rests on it. */
  readonly recall: number | null
  /** Bad builds that were blocked. */
  readonly tp: number
  /** Good builds that were blocked. */
  readonly fp: number
  /** Good builds that were let through. */
  readonly tn: number
  /** Bad builds let through. */
  readonly fn: number
}

export function blockScores(
  rows: readonly { readonly should_block: boolean; readonly did_block: boolean }[],
): BlockScores {
  const count = (should: boolean, did: boolean) =>
    rows.filter(({ should_block, did_block }) => should_block === should && did_block === did).length
  const [tp, fn, fp, tn] = [count(true, true), count(true, false), count(false, true), count(false, false)]
  return { precision: share(tp, tp + fp), recall: share(tp, tp + fn), tp, fp, tn, fn }
}

/** null of nothing: never 1. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
