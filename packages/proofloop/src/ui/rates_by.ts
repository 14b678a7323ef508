import type { RateGroup } from "../cockpit/sources/source.ts"

type Counts = Omit<RateGroup, "by" | "name" | "rows">

const NOTHING: Counts = {
  merged: 0,
  usd: 0,
  tokens: 0,
  turns: 0,
  rejected: 0,
  sent_back: 0,
  alarms: 0,
  false_alarms: 0,
}

export function ratesBy(
  rows: readonly { readonly repository: string; readonly model: string; readonly counts: Counts }[],
): readonly RateGroup[] {
  return (["repository", "model"] as const).flatMap((by) => {
    const groups = new Map<string, { rows: number; counts: Counts }>()
    for (const row of rows) {
      const group = groups.get(row[by]) ?? { rows: 0, counts: NOTHING }
      groups.set(row[by], { rows: group.rows + 1, counts: plus(group.counts, row.counts) })
    }
    return [...groups]
      .map(([name, { rows: count, counts }]) => ({ by, name, rows: count, ...counts }))
      .toSorted((one, other) => other.usd - one.usd || other.tokens - one.tokens || other.rows - one.rows)
      .slice(0, MOST)
  })
}

const MOST = 100

function plus(one: Counts, other: Counts): Counts {
  const names = Object.keys(NOTHING) as readonly (keyof Counts)[]
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as Counts
}
