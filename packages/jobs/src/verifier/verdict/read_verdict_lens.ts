import { nearestName } from "@proofloop/foundation/errors"
import { shown } from "./read_verdict_schema.ts"

export function normaliseLens(lens: string): string {
  return lens.normalize("NFKC").trim().toLowerCase()
}

export const LENS_NAME = /^[a-z][a-z0-9_-]{0,63}$/

/** The lens in its normal form, of a closed set or any. */
export function readLens(
  given: unknown,
  lenses: readonly string[] | "any",
): { readonly lens: string } | { readonly problem: string } {
  const lens = typeof given === "string" ? normaliseLens(given) : ""
  const known = lenses === "any" ? [] : lenses.map(normaliseLens)
  if (known.includes(lens) || (lenses === "any" && LENS_NAME.test(lens))) return { lens }
  const expected =
    lenses === "any" ? "the name of a lens, in letters, digits and -" : `one of ${known.join(", ")}`
  const near = nearestName(lens, known)
  const hint = near === null ? "" : `. Did you mean "${near}"?`
  return { problem: `lens: expected ${expected}, got ${shown(given)}${hint}` }
}
