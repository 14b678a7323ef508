import { countCodePoints, cutCodePoints } from "./code_points.ts"
import { oneLine } from "./one_line.ts"

/** Model text for a page that people read: one line, without mentions or markup. A backslash of the text undoes none of ours. */
export function inMarkdown(text: string, most: number): string {
  return (
    cutCodePoints(oneLine(text), most)
      // A page shows "&commat;" as the mark below.
      .replaceAll(/&(?=#|[A-Za-z])/g, "&amp;")
      .replaceAll("@", "@\u200b")
      .replaceAll("<", "&lt;")
      .replaceAll(/([\\`[\]|])/g, "\\$1")
      .replace(/^(?=[#>~=+*_-]|\d{1,9}[.)])/, "\u200b")
  )
}

export function takeRoom(
  text: string,
  most: number,
  room: number,
): {
  readonly text: string
  /** The room that is left, in code points. */
  readonly left: number
} {
  const taken = cutCodePoints(text, Math.max(0, Math.min(most, room)))
  return { text: taken, left: room - countCodePoints(taken) }
}
