import { base64Views, decimalViews, hexViews } from "./byte_views.ts"
import { escapedViews } from "./escaped_views.ts"
import type { View } from "./view.ts"

/** The readings of a text, one by each encoding that a part of it may use. Linear in time and memory. */
export function encodedViews(text: string): readonly View[] {
  return [...escapedViews(text), ...hexViews(text), ...decimalViews(text), ...base64Views(text)]
}
