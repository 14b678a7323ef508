export interface SimpleCommand {
  /** Its words without quotes and redirections. A substitution, `$(...)`, stays as it is written. */
  readonly words: readonly string[]
  /** As it is written, without redirections. */
  readonly source: string
  /** What stands before it. */
  readonly operator: Operator
  readonly in_background: boolean
  readonly redirections: readonly Redirection[]
  /** What a here-document or a here-string feeds it. */
  readonly input: string | null
  readonly depth: number
}

export type Operator = "" | "&&" | "||" | "|" | ";" | "\n" | "&"

export interface Redirection {
  readonly operator: string
  readonly target: string
  /** Number of the stream; absent for the operator's own. */
  readonly stream?: string
}

interface OpenCommand {
  words: string[]
  sources: string[]
  operator: Operator
  redirections: Redirection[]
  inputs: string[]
}

const MAX_CHARACTERS = 64 * 1024
const BLANK = new Set([" ", "\t", "\r"])
const OPERATORS: readonly Operator[] = ["&&", "||", "|", ";", "\n", "&"]
const REDIRECTION = /(?:&>>?|>[>&|]?|<<<|<[&>]?)/y
const HERE_DOCUMENT = /<<(-?)[ \t]{0,16}(?:'([^'\n]{0,128})'|"([^"\n]{0,128})"|\\?([^\s;&|<>()]{1,128}))/y

const WORD = /[^\s"']{1,1024}/g
/** A program of Windows: "..\venv\Scripts\python.exe", "node_modules\.bin\jest.cmd", ".venv\Scripts\pytest". */
const WINDOWS_PROGRAM = /\.(?:exe|cmd|bat|ps1)$|\\Scripts\\/i

function withSlashes(text: string): string {
  return text.replace(WORD, (word) => (WINDOWS_PROGRAM.test(word) ? word.replaceAll("\\", "/") : word))
}

/** Splits a command line of a POSIX shell into its commands. Reads the first 64 KB. Linear, never throws. */
export function splitCommands(line: string): readonly SimpleCommand[] {
  const text = withSlashes(line.slice(0, MAX_CHARACTERS))
  const commands: SimpleCommand[] = []
  const delimiters: { readonly word: string; readonly tabs: boolean; readonly command: OpenCommand }[] = []
  const waiting: {
    readonly command: OpenCommand
    readonly in_background: boolean
    readonly depth: number
  }[] = []
  let current = openCommand("")
  let word: string | null = null
  let redirection = ""
  let stream = ""
  let depth = 0
  let at = 0
  // Where the source goes on that is not kept yet.
  let from = 0

  const endWord = (): void => {
    if (word === null) return
    if (redirection === "") current.words.push(word)
    else if (redirection === "<<<") current.inputs.push(word)
    else current.redirections.push({ operator: redirection, target: word, ...(stream !== "" && { stream }) })
    if (redirection !== "") from = at
    word = null
    redirection = ""
  }
  const endCommand = (next: Operator): void => {
    endWord()
    if (redirection !== "") from = at
    current.sources.push(line.slice(from, at).trimEnd())
    from = at + next.length
    redirection = ""
    const is_empty = current.words.length === 0 && current.redirections.length === 0
    if (!is_empty) waiting.push({ command: current, in_background: next === "&", depth })
    // Of several operators in a row the first tells: a line may end with one.
    current = openCommand(is_empty && current.operator !== "" ? current.operator : next)
  }

  while (at < text.length) {
    const character = text.charAt(at)
    const here = matchAt(HERE_DOCUMENT, text, at)
    const redirected = text[at + 1] === "(" ? null : matchAt(REDIRECTION, text, at)
    if (BLANK.has(character)) {
      endWord()
      at += 1
    } else if (character === "\\") {
      if (text[at + 1] !== "\n") word = (word ?? "") + text.slice(at + 1, at + 2)
      at += 2
    } else if (character === "'" || character === '"') {
      const end = character === "'" ? closingQuote(text, at) : closingDoubleQuote(text, at)
      word = (word ?? "") + unescaped(text.slice(at + 1, end), character)
      at = end + 1
    } else if (character === "`" || text.startsWith("$(", at)) {
      const end = character === "`" ? text.indexOf("`", at + 1) : closingParenthesis(text, at + 1)
      const stop = end === -1 ? text.length : end + 1
      word = (word ?? "") + text.slice(at, stop)
      at = stop
    } else if (character === "#" && word === null) {
      const end = text.indexOf("\n", at)
      at = end === -1 ? text.length : end
    } else if (character === "(" && word === null && redirection === "") {
      depth += 1
      at += 1
      if (current.words.length === 0) from = at
    } else if (character === ")" && depth > 0) {
      endCommand("")
      depth -= 1
      at += 1
      from = at
    } else if (here !== null) {
      const [whole, dash, ...forms] = here
      endWord()
      const delimiter = forms.find((form) => form !== undefined) ?? ""
      delimiters.push({ word: delimiter, tabs: dash === "-", command: current })
      current.sources.push(line.slice(from, at).trimEnd())
      at += whole.length
      from = at
    } else if (redirected !== null) {
      // A number right before it is the stream's.
      const number = word !== null && /^\d{1,2}$/.test(word) ? word : ""
      if (number !== "") word = null
      endWord()
      current.sources.push(line.slice(from, at - number.length).trimEnd())
      from = at
      stream = number
      redirection = redirected[0]
      at += redirection.length
    } else {
      const operator = OPERATORS.find((name) => text.startsWith(name, at))
      if (operator === undefined) {
        word = (word ?? "") + character
        at += 1
        continue
      }
      endCommand(operator)
      at += operator.length
      if (operator !== "\n") continue
      for (const { word: delimiter, tabs, command } of delimiters.splice(0)) {
        const end = endOfInput(text, at, delimiter, tabs)
        command.inputs.push(text.slice(at, end.body))
        at = end.next
      }
      from = at
    }
  }
  endCommand("")
  for (const { command, in_background, depth: level } of waiting) {
    const { sources, inputs, ...written } = command
    const source = sources.join("").trim()
    const input = inputs.length === 0 ? null : inputs.join("\n")
    commands.push({ ...written, source, in_background, input, depth: level })
  }
  return commands
}

function openCommand(operator: Operator): OpenCommand {
  return { words: [], sources: [], operator, redirections: [], inputs: [] }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function closingQuote(text: string, start: number): number {
  const end = text.indexOf("'", start + 1)
  return end === -1 ? text.length : end
}

function closingDoubleQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at
    if (text[at] === "\\") at += 1
    else if (text.startsWith("$(", at)) at = closingParenthesis(text, at + 1)
  }
  return text.length
}

/** The end of a substitution whose parenthesis opens at `start`; what is quoted in it does not count. */
function closingParenthesis(text: string, start: number): number {
  let open = 0
  let quote = ""
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === "\\" && quote !== "'") at += 1
    else if (quote !== "") quote = character === quote ? "" : quote
    else if (character === "'" || character === '"') quote = character
    else if (character === "(") open += 1
    else if (character === ")" && --open === 0) return at
  }
  return text.length
}

function unescaped(text: string, quote: string): string {
  return quote === "'" ? text : text.replaceAll(/\\(["\\$`\n])/g, (_, escaped: string) => escaped.trim())
}

function endOfInput(
  text: string,
  start: number,
  delimiter: string,
  tabs: boolean,
): { readonly body: number; readonly next: number } {
  let line = start
  while (line < text.length) {
    const newline = text.indexOf("\n", line)
    const end = newline === -1 ? text.length : newline
    const content = text.slice(line, end)
    if ((tabs ? content.replace(/^\t+/, "") : content).trimEnd() === delimiter)
      return { body: line, next: end }
    line = end + 1
  }
  return { body: text.length, next: text.length }
}
