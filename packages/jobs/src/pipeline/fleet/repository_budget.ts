import type { RunStore } from "../run_store.ts"
import type { Spending, Spent } from "../spending/spending.ts"

export interface RepositoryBudget {
  /** US dollars, where the models' prices are known. */
  readonly usd?: number | undefined
  /** Input plus output tokens. */
  readonly tokens?: number | undefined
  /** Milliseconds of work. */
  readonly work_ms?: number | undefined
}

const LIMITS = ["usd", "tokens", "work_ms"] as const

/** The addresses of repositories whose runs have used up the limits of today. Rejects with StoreError. */
export async function spentRepositories(
  spending: Spending,
  store: RunStore,
  budget: RepositoryBudget | undefined,
): Promise<ReadonlySet<string>> {
  if (budget === undefined || LIMITS.every((name) => budget[name] === undefined)) return new Set()
  const sums = new Map<string, Pick<Spent, (typeof LIMITS)[number]>>()
  for (const [run_id, spent] of await spending.todayByRun()) {
    const url = await urlOf(store, run_id)
    if (url === null) continue
    const sum = sums.get(url) ?? { usd: 0, tokens: 0, work_ms: 0 }
    const { usd, tokens, work_ms } = spent
    sums.set(url, { usd: sum.usd + usd, tokens: sum.tokens + tokens, work_ms: sum.work_ms + work_ms })
  }
  const isSpent = (sum: Pick<Spent, (typeof LIMITS)[number]>) =>
    LIMITS.some((name) => sum[name] >= (budget[name] ?? Infinity))
  return new Set([...sums].flatMap(([url, sum]) => (isSpent(sum) ? [url] : [])))
}

async function urlOf(store: RunStore, run_id: string): Promise<string | null> {
  return store.get(run_id).then(
    ({ url }) => url,
    () => null,
  )
}
