/** What tells a terminal its colours, its cursor and its title; global. */
export const ESCAPES =
  /(?:\u001b\[|\u009b\[?)[0-?]{0,64}[ -/]{0,8}[@-~]|[\u001b\u009b]\][^\u0007\u001b\n]{0,2048}(?:\u0007|\u001b\\)?|\u001b(?:[ -/]{1,8}[0-~]|[0-Z\\^-~])/g

/** Whatever is seen as space, not seen at all, or turns text around; the joiners that scripts and emoji need stay. */
const SPACE = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu

/** Text of a model or a tool as one line: nothing in it steers a terminal, begins a line or hides. */
export function oneLine(text: string): string {
  return withoutEscapes(text).replaceAll(SPACE, " ").trim()
}

/** Text without what tells a terminal its colours, its cursor and its title. */
export function withoutEscapes(text: string): string {
  return text.includes("\u001b") || text.includes("\u009b") ? text.replaceAll(ESCAPES, "") : text
}
