/** A token of JavaScript or TypeScript: a word, a text literal or a mark of one character. Comments are skipped. */
export interface Token {
  readonly kind: "word" | "text" | "mark"
  /** For a text, what is between its quotes; empty for a template with a hole. */
  readonly value: string
  readonly offset: number
}

/** A script's tokens, in linear time. Native oxc-parser would let deeply nested code end the process. */
export function scriptTokens(text: string): readonly Token[] {
  const tokens: Token[] = []
  const holes: number[] = []
  let depth = 0
  let at = 0
  const push = (kind: Token["kind"], value: string, offset: number) => tokens.push({ kind, value, offset })
  while (at < text.length) {
    const character = text[at] ?? ""
    const start = at
    const comment = commentEnd(text, at)
    if (/\s/.test(character)) at += 1
    else if (comment !== null) at = comment
    else if (character === '"' || character === "'") {
      at = quotedEnd(text, at)
      push("text", text.slice(start + 1, at - 1), start)
    } else if (character === "`" || (character === "}" && holes.at(-1) === depth)) {
      if (character === "}") holes.pop()
      const end = templateEnd(text, at + 1)
      const isWhole = character === "`" && text[end - 1] === "`"
      if (text[end - 1] === "{") holes.push(depth)
      if (character === "`") push("text", isWhole ? text.slice(at + 1, end - 1) : "", start)
      at = end
    } else if (character === "/" && isRegexStart(tokens.at(-1))) {
      at = regexEnd(text, at)
      push("text", "", start)
    } else if (/[\p{L}\p{N}_$#@]/u.test(character)) {
      WORD_PATTERN.lastIndex = at
      at += WORD_PATTERN.exec(text)?.[0].length ?? 1
      push("word", text.slice(start, at), start)
    } else {
      if (character === "{") depth += 1
      if (character === "}") depth -= 1
      push("mark", character, start)
      at += 1
    }
  }
  return tokens
}

const WORD_PATTERN = /[\p{L}\p{N}_$#@]{1,1000}/uy

function commentEnd(text: string, at: number): number | null {
  const close = text.startsWith("//", at) ? "\n" : text.startsWith("/*", at) ? "*/" : null
  if (close === null) return null
  const end = text.indexOf(close, at + 2)
  return end < 0 ? text.length : end + close.length
}

/** Behind the closing quote, or behind the line for a text that does not close. */
function quotedEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === "\\") end += 1
    else if (text[end] === text[at] || text[end] === "\n") return end + 1
  }
  return text.length + 1
}

/** Behind the closing back-tick or behind the "${" of a hole. */
function templateEnd(text: string, from: number): number {
  for (let end = from; end < text.length; end += 1) {
    if (text[end] === "\\") end += 1
    else if (text[end] === "`") return end + 1
    else if (text[end] === "$" && text[end + 1] === "{") return end + 2
  }
  return text.length + 1
}

function isRegexStart(last: Token | undefined): boolean {
  if (last === undefined) return true
  if (last.kind === "mark") return !")]}".includes(last.value)
  return last.kind === "word" && ["return", "typeof", "case", "in", "of", "void"].includes(last.value)
}

/** Behind the closing slash, or at the end of the line for an expression that does not close. */
function regexEnd(text: string, at: number): number {
  let inClass = false
  let end = at + 1
  for (; end < text.length && text[end] !== "\n"; end += 1) {
    if (text[end] === "\\") end += 1
    else if (text[end] === "[") inClass = true
    else if (text[end] === "]") inClass = false
    else if (text[end] === "/" && !inClass) return end + 1
  }
  return end
}
