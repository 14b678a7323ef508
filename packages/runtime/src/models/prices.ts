import * as z from "zod"
import type { Usage } from "../protocol/model.ts"

export interface Prices {
  /** US dollars for a million input tokens. */
  readonly input_per_million_usd: number
  /** US dollars for a million output tokens. */
  readonly output_per_million_usd: number
}

const price = z.number({ error: "a price in USD, 0 or more" }).min(0, { error: "a price in USD, 0 or more" })

export const pricesSchema = z.strictObject(
  { input_per_million_usd: price, output_per_million_usd: price },
  { error: "{ input_per_million_usd, output_per_million_usd }" },
)

/** Adds `cost_usd` to a usage when the prices are known. */
export function priced(usage: Usage | undefined, prices: Prices | undefined): Usage | undefined {
  if (!usage || !prices) return usage
  const input_usd = (usage.input_tokens / 1e6) * prices.input_per_million_usd
  const output_usd = (usage.output_tokens / 1e6) * prices.output_per_million_usd
  return { ...usage, cost_usd: input_usd + output_usd }
}
