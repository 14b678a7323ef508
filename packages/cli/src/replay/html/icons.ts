/** 16 by 16, in the colour of the text around. */
const SHAPES = {
  nudge: `<path d="M8 2.2 14.6 13.8H1.4z" fill="currentColor"/>`,
  "hard-stop": `<path d="M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5z" fill="currentColor"/><path class="hole" d="M4.6 7h6.8v2H4.6z"/>`,
  pass: `<path d="m2.8 8.6 3.5 3.6 7-8" fill="none" stroke="currentColor" stroke-width="2.2"/>`,
  fail: `<path d="m3.6 3.6 8.8 8.8m0-8.8-8.8 8.8" fill="none" stroke="currentColor" stroke-width="2.2"/>`,
  edit: `<path d="M2 14 2.8 10.6 10.6 2.8a1.2 1.2 0 0 1 1.7 0l.9.9a1.2 1.2 0 0 1 0 1.7L5.4 13.2z" fill="currentColor"/>`,
  other: `<circle cx="8" cy="8" r="2.2" fill="currentColor"/>`,
} as const

export type IconName = keyof typeof SHAPES

export const ICON_SHEET = `<svg width="0" height="0" class="sheet" aria-hidden="true">${Object.entries(SHAPES)
  .map(([name, shape]) => `<symbol id="icon-${name}" viewBox="0 0 16 16">${shape}</symbol>`)
  .join("")}</svg>`

export function icon(name: IconName): string {
  return `<svg class="icon ${name}" aria-hidden="true"><use href="#icon-${name}"/></svg>`
}
