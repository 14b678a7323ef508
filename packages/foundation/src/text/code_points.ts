/** How many characters a text has as the rules count them: Unicode code points, not UTF-16 units. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The first `most` code points, the last of them an ellipsis when something was cut off. */
export function cutCodePoints(text: string, most: number): string {
  if (text.length <= most) return text
  const points = Array.from(text)
  return points.length <= most ? text : `${points.slice(0, most - 1).join("")}…`
}
