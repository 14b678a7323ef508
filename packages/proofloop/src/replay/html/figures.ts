/** 36526 as `36 526`, the space narrow and not a place to break. */
export function figure(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3}){1,8}$)/g, "\u202f")
}

/** 1 234 567 as `1.2 M`, 45 600 as `46 k`. */
export function roundFigure(count: number): string {
  if (count >= 9_950_000) return `${figure(count / 1e6)}\u202fM`
  if (count >= 999_500) return `${(count / 1e6).toFixed(1)}\u202fM`
  return count >= 10_000 ? `${figure(count / 1e3)}\u202fk` : figure(count)
}

/** `1 turn`, `2 turns`. */
export function countOf(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? "" : "s"}`
}
