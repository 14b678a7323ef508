import { MARK } from "./mark.ts"
import { type VendorShape, vendorShapes } from "./vendor_shapes.ts"

export function redactVendorTokens(text: string): string {
  return vendorShapes.reduce(
    (rest, shape) => (isMarked(rest, shape) ? rest.replace(shape.pattern, MARK) : rest),
    text,
  )
}

export function vendorTokens(text: string): readonly RegExpExecArray[] {
  return vendorShapes.flatMap((shape) => (isMarked(text, shape) ? [...text.matchAll(shape.pattern)] : []))
}

/** Looking for the beginnings costs less than compiling the patterns for whole tokens. */
function isMarked(text: string, { marks }: VendorShape): boolean {
  return marks.some((mark) => text.includes(mark))
}
