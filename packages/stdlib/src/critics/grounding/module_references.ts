import { posix } from "node:path"
import { scriptTokens, type Token } from "./script_tokens.ts"

export interface ModuleReference {
  readonly specifier: string
  /** From 0, in UTF-16 code units. */
  readonly offset: number
}

/** What a script config loads: imports, exports, `require`, and names in its `plugins` and `presets`. */
export function moduleReferences(path: string, text: string): readonly ModuleReference[] {
  const tokens = scriptTokens(text)
  let lists = 0
  const hasKeys = posix.basename(path).startsWith("postcss.config.")
  const found = tokens.flatMap((token, index) => {
    if (isPluginsKey(token) && isMark(tokens[index + 1], ":") && lists < MOST_LISTS) {
      lists += 1
      if (isMark(tokens[index + 2], "[")) return listed(tokens, index + 2)
      return hasKeys && isMark(tokens[index + 2], "{") ? keys(tokens, index + 2) : []
    }
    return isLoaded(tokens, index) ? [token] : []
  })
  return found
    .filter(({ value }) => value !== "" && !/\s/.test(value))
    .map(({ value, offset }) => ({ specifier: value, offset }))
}

/** Whether a text is the module of an import, an export or a call that loads one. */
function isLoaded(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.kind !== "text") return false
  const last = tokens[index - 1]
  if (isWord(last, "from") || isWord(last, "import")) return true
  if (!isMark(last, "(")) return false
  const callee = tokens[index - 2]
  if (isWord(callee, "require") || isWord(callee, "import")) return !isMark(tokens[index - 3], ".")
  const owner = tokens[index - 4]
  return isWord(callee, "resolve") && (isWord(owner, "require") || isWord(owner, "meta"))
}

/** Most plugin lists that are read, and most tokens of one: nested lists would be read over and over. */
const MOST_LISTS = 200
const MOST_TOKENS = 5000

type Bracket = "list" | "tuple" | "group" | "skipped"

/** The names in a list of plugins: its texts, and the first of `[name, options]`. */
function listed(tokens: readonly Token[], open: number): readonly Token[] {
  const found: Token[] = []
  const brackets: Bracket[] = []
  for (let at = open; at < Math.min(tokens.length, open + MOST_TOKENS); at += 1) {
    const token = tokens[at]
    const last = tokens[at - 1]
    if (token?.kind === "mark" && "[({".includes(token.value)) {
      brackets.push(at === open ? "list" : bracketKind(token.value, last, brackets.at(-1)))
    } else if (token?.kind === "mark" && "])}".includes(token.value)) {
      brackets.pop()
      if (brackets.length === 0) break
    } else if (token?.kind === "text") {
      const top = brackets.at(-1)
      const isItem = (isMark(last, "[") || isMark(last, ",")) && endsItem(tokens[at + 1])
      if (isItem && (top === "list" || (top === "tuple" && isMark(last, "[")))) found.push(token)
    }
  }
  return found
}

function bracketKind(bracket: string, last: Token | undefined, outer: Bracket | undefined): Bracket {
  if (outer === "skipped" || outer === "tuple" || bracket === "{") return "skipped"
  if (bracket === "(") return last?.kind === "mark" && !")]".includes(last.value) ? "group" : "skipped"
  if (outer === "list" && (isMark(last, "[") || isMark(last, ","))) return "tuple"
  return last?.kind === "mark" && "?:&|(".includes(last.value) ? "list" : "skipped"
}

function endsItem(next: Token | undefined): boolean {
  return isMark(next, ",") || isMark(next, "]")
}

function keys(tokens: readonly Token[], open: number): readonly Token[] {
  const found: Token[] = []
  let depth = 0
  for (let at = open; at < Math.min(tokens.length, open + MOST_TOKENS); at += 1) {
    const token = tokens[at]
    if (token?.kind === "mark" && "[({".includes(token.value)) depth += 1
    else if (token?.kind === "mark" && "])}".includes(token.value)) depth -= 1
    else if (depth === 1 && token?.kind !== "mark" && isMark(tokens[at + 1], ":")) {
      const last = tokens[at - 1]
      if (token !== undefined && (isMark(last, "{") || isMark(last, ","))) found.push(token)
    }
    if (depth === 0) break
  }
  return found
}

function isPluginsKey({ kind, value }: Token): boolean {
  return kind !== "mark" && (value === "plugins" || value === "presets")
}

function isMark(token: Token | undefined, value: string): boolean {
  return token?.kind === "mark" && token.value === value
}

function isWord(token: Token | undefined, value: string): boolean {
  return token?.kind === "word" && token.value === value
}
