import { thrownMessage } from "@proofloop/foundation/errors"
import { openCheckout } from "./checkout.ts"
import type { FigureGroup, MeasureOptions } from "./figure.ts"
import type { GroupResult } from "./next_table.ts"

/**
 * Measures the groups of a checkout one after the other, so that none disturbs another; `onResult` gets
 * what there is so far, the newest last.
 */
export async function measureAll(
  root: string,
  groups: readonly FigureGroup[],
  options: MeasureOptions,
  onResult: (results: readonly GroupResult[]) => void,
): Promise<readonly GroupResult[]> {
  const checkout = openCheckout(root)
  const results: GroupResult[] = []
  try {
    for (const group of groups) {
      console.error(`${group.name} ...`)
      const outcome = await group.measure(checkout, options).catch(failureOf)
      results.push({ group: group.name, outcome })
      onResult(results)
    }
  } finally {
    checkout.dispose()
  }
  return results
}

function failureOf(error: unknown): { readonly failed: string } {
  console.error(error)
  return { failed: thrownMessage(error) }
}
