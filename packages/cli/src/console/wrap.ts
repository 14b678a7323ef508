/**
 * A text whose lines have at most `width` columns, broken between words. Further lines keep the indent of the line they
 * belong to. Without a width, as in a pipe, the text stays as it is.
 */
export function wrapText(text: string, width: number | undefined): string {
  if (width === undefined || width < NARROWEST) return text
  return text
    .split("\n")
    .flatMap((line) => {
      if (line.length <= width) return [line]
      const indent = /^ */.exec(line)?.[0] ?? ""
      return wrap(line.slice(indent.length), width - indent.length).map((part) => `${indent}${part}`)
    })
    .join("\n")
}

/** Some terminals say 0. */
const NARROWEST = 20

/** Words in lines of at most `width` characters, a longer word in a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
