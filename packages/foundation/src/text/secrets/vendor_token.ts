import { literalSearch } from "../literal_search.ts"
import { MARK } from "./mark.ts"
import { vendorShapes } from "./vendor_shapes.ts"

export function redactVendorTokens(text: string): string {
  let rest = text
  let holds = literalSearch(text)
  for (const { marks, pattern } of vendorShapes) {
    // Looking for the beginnings costs less than compiling the patterns for whole tokens.
    if (!marks.some(holds)) continue
    rest = rest.replace(pattern, MARK)
    holds = literalSearch(rest)
  }
  return rest
}

export function vendorTokens(text: string): readonly RegExpExecArray[] {
  const holds = literalSearch(text)
  return vendorShapes.flatMap(({ marks, pattern }) => (marks.some(holds) ? [...text.matchAll(pattern)] : []))
}
