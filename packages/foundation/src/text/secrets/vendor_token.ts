import { MARK } from "./mark.ts"
import { type VendorShape, vendorShapes } from "./vendor_shapes.ts"

/** Hides tokens that say by their own beginning who gave them. */
export function redactVendorTokens(text: string): string {
  return vendorShapes.reduce(
    (rest, shape) => (isMarked(rest, shape) ? rest.replace(shape.pattern, MARK) : rest),
    text,
  )
}

/** The tokens of a text. */
export function vendorTokens(text: string): readonly RegExpExecArray[] {
  return vendorShapes.flatMap((shape) => (isMarked(text, shape) ? [...text.matchAll(shape.pattern)] : []))
}

/** To look for the beginnings costs less than to compile what looks for whole tokens. */
function isMarked(text: string, { marks }: VendorShape): boolean {
  return marks.some((mark) => text.includes(mark))
}
