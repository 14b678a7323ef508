import { countCodePoints, cutCodePoints } from "./code_points.ts"

/** The start and the end of a text that is too long, half of the room each, and how much was left out between them. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const points = Array.from(text)
  if (points.length <= most) return text
  const half = Math.floor(most / 2)
  const left_out = points.length - 2 * half
  return `${points.slice(0, half).join("")}\n[... ${left_out} characters left out ...]\n${points.slice(-half).join("")}`
}

/**
 * Model text for a page that people read: one line, no mentions, no markup that could begin something. A backslash of theirs
 * does not undo one of ours.
 */
export function inMarkdown(text: string, most: number): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()
  return (
    cutCodePoints(line, most)
      // A page shows "&commat;" as the mark below.
      .replaceAll(/&(?=#|[A-Za-z])/g, "&amp;")
      .replaceAll("@", "@\u200b")
      .replaceAll("<", "&lt;")
      .replaceAll(/([\\`[\]|])/g, "\\$1")
      .replace(/^(?=[#>~=+*_-]|\d{1,9}[.)])/, "\u200b")
  )
}

/** A file's share of a prompt, and what is left of the room after it. */
export function takeRoom(
  text: string,
  most: number,
  room: number,
): { readonly text: string; readonly left: number } {
  const taken = cutCodePoints(text, Math.max(0, Math.min(most, room)))
  return { text: taken, left: room - countCodePoints(taken) }
}
