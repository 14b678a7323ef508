import { base64Views, decimalViews, hexViews } from "./byte_views.ts"
import { escapedViews } from "./escaped_views.ts"
import type { View } from "./view.ts"

/** How a text reads by each encoding that something in it may be in. Takes time and memory in line with the text. */
export function encodedViews(text: string): readonly View[] {
  return [...escapedViews(text), ...hexViews(text), ...decimalViews(text), ...base64Views(text)]
}
