import type { Feedback, FixWork } from "../feedback/feedback.ts"

/** Products of earlier steps. Throws when one is missing, which only a row that was changed by hand lacks. */
export function workOf<Key extends keyof FixWork>(
  { work }: Feedback,
  ...keys: readonly Key[]
): { readonly [Name in Key]: NonNullable<FixWork[Name]> } {
  const missing = keys.find((key) => work[key] === undefined)
  if (missing !== undefined) throw new Error(`the row has no ${missing}; an earlier step was skipped`)
  return work as { readonly [Name in Key]: NonNullable<FixWork[Name]> }
}
