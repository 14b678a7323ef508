/** A shorter text is searched faster than looked at. */
const SHORT = 2000
const SAMPLES = 1024
const KINDS = 128

/**
 * Looks for many literals in one text, each from its rarest character on. The engine's own search stops wherever the
 * first one stands, and for a blank that is at every word.
 */
export function literalSearch(text: string): (literal: string) => boolean {
  if (text.length < SHORT) return (literal) => text.includes(literal)
  const counts = new Uint16Array(KINDS)
  const step = Math.ceil(text.length / SAMPLES)
  for (let at = 0; at < text.length; at += step) {
    const kind = text.charCodeAt(at) % KINDS
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return (literal) => {
    let rarest = 0
    let least = Infinity
    for (let at = 0; least > 0 && at < literal.length - 1; at += 1) {
      const count = counts[literal.charCodeAt(at) % KINDS] ?? 0
      if (count >= least) continue
      least = count
      rarest = at
    }
    return text.includes(literal.slice(rarest)) && (rarest === 0 || text.includes(literal))
  }
}
