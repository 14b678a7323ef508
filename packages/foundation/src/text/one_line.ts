/** Sequences that set a terminal's colours, cursor and title; global. */
export const ESCAPES =
  /(?:\u001b\[|\u009b\[?)[0-?]{0,64}[ -/]{0,8}[@-~]|[\u001b\u009b]\][^\u0007\u001b\n]{0,2048}(?:\u0007|\u001b\\)?|\u001b(?:[ -/]{1,8}[0-~]|[0-Z\\^-~])/g

/** Everything that looks like space, is invisible, or turns text around; joiners that scripts and emoji need stay. */
const SPACE = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu

/** Text of a model or a tool as one line. Nothing in it controls a terminal, begins a line or is hidden. */
export function oneLine(text: string): string {
  return withoutEscapes(text).replaceAll(SPACE, " ").trim()
}

export function withoutEscapes(text: string): string {
  return text.includes("\u001b") || text.includes("\u009b") ? text.replaceAll(ESCAPES, "") : text
}
