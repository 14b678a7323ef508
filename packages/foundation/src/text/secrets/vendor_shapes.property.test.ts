import fc from "fast-check"
import { expect, it } from "vitest"
import { vendorShapes } from "./vendor_shapes.ts"

it.each(
  vendorShapes.flatMap(({ marks, pattern }) => alternatives(pattern).map((one) => [one, marks] as const)),
)("marks every token of %s", (alternative, marks) => {
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^(?:${alternative})$`)), (token) => {
      expect(marks.some((mark) => token.includes(mark))).toBe(true)
    }),
    { numRuns: 50 },
  )
})

/** The outermost alternatives; a lookbehind before them belongs to them. */
function alternatives({ source }: RegExp): readonly string[] {
  const bare = source.replaceAll(/\(\?(?:<!|!)(?:\[[^\]]*\]|[^()])*\)/g, "").replaceAll("(?<=", "(?:")
  return parts(bare).flatMap((part) => {
    const inner = /^\(\?:(.*)\)$/s.exec(part)?.[1]
    return inner === undefined || !isBalanced(inner) ? [part] : parts(inner)
  })
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}

function parts(text: string): readonly string[] {
  const found = [""]
  let depth = 0
  for (const sign of text) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0
    if (sign === "|" && depth === 0) found.push("")
    else found.push((found.pop() ?? "") + sign)
  }
  return found
}
