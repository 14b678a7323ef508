/** Text of a model or a tool as a page can show it: nothing is invisible or reverses the direction of later text. */
export function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, mark)
}

/** Line breaks and tabs stay, as does the joiner in emoji. */
const KEPT = new Set(["\n", "\t", "\u200d"])

function mark(character: string): string {
  if (KEPT.has(character)) return character
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? "\u2421" : `\\u{${code.toString(16)}}`
}
