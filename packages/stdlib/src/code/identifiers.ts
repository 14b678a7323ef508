const IDENTIFIER = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g

/** Which of the names are words of a text, each once. */
export function identifiersIn(text: string, names: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(IDENTIFIER)) if (names.has(word)) found.add(word)
  return [...found]
}

/** How often a name is a word of a text. */
export function countIdentifier(text: string, name: string): number {
  let count = 0
  for (const [word] of text.matchAll(IDENTIFIER)) if (word === name) count += 1
  return count
}
