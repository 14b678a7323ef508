import { strictText } from "@proofloop/foundation/git"
import { definitions, type RepositoryFacts } from "@proofloop/stdlib/critics"
import { fileBlock, promptLine } from "@proofloop/stdlib/internal/llm"

/** Characters of all files together. */
const ROOM = 60_000

/**
 * The hinted files for a prompt: those that the text mentions first, small ones before large ones, each whole while
 * there is room. A file that is too long shows the definitions that the text names whole, and the names of the
 * others; nothing is cut within one.
 */
export async function shownFiles(
  hints: readonly string[],
  text: string,
  facts: Pick<RepositoryFacts, "read">,
): Promise<string> {
  const words = wordsOf(text)
  const files = await Promise.all(hints.map(async (path) => readHint(path, words, facts)))
  const ranked = files.toSorted((a, b) => b.relevance - a.relevance || a.size - b.size)
  const blocks: string[] = []
  let left = ROOM
  for (const file of ranked) {
    const block = file.size <= left ? whole(file) : await outline(file, words, left)
    left -= block.length
    blocks.push(block)
  }
  return blocks.length === 0 ? "(none named: find them)" : blocks.join("\n\n")
}

interface Hinted {
  readonly path: string
  /** null: not there, or no text. */
  readonly text: string | null
  readonly exists: boolean
  readonly size: number
  /** How many words of the subtask it has: in its name, weighted ten times, or in its text. */
  readonly relevance: number
}

async function readHint(
  path: string,
  words: ReadonlySet<string>,
  facts: Pick<RepositoryFacts, "read">,
): Promise<Hinted> {
  const bytes = await facts.read(path)
  const text = bytes === null ? null : strictText(bytes)
  const in_name = count(wordsOf(path), words)
  const in_text = text === null ? 0 : count(wordsOf(text.slice(0, 200_000)), words)
  return { path, text, exists: bytes !== null, size: text?.length ?? 0, relevance: 10 * in_name + in_text }
}

function whole({ path, text, exists }: Hinted): string {
  const head = `### ${promptLine(path)}`
  if (!exists) return `${head}\n(there is no such file yet)`
  return text === null ? `${head}\n(not text, not shown)` : `${head}\n${fileBlock(text).text}`
}

async function outline({ path, text }: Hinted, words: ReadonlySet<string>, room: number): Promise<string> {
  const head = `### ${promptLine(path)}`
  const source = text ?? ""
  const lines = source.split("\n").length
  const parts = (await definitions(path, source)) ?? []
  const named: string[] = []
  const others: string[] = []
  let left = room - 1000
  let shown_to = 0
  for (const { name, qualified_name, line, range } of parts) {
    // Shown with the class that it is in.
    if (range.end <= shown_to) continue
    const piece = source.slice(range.start, range.end)
    if (count(wordsOf(name), words) === 0 || piece.length > left) {
      others.push(`${line}: ${promptLine(qualified_name, 100)}`)
      continue
    }
    left -= piece.length
    shown_to = range.end
    named.push(`From line ${source.slice(0, range.start).split("\n").length} on:\n${fileBlock(piece).text}`)
  }
  const rest = others.length === 0 ? "" : `\nIt also has, by line: ${others.slice(0, 60).join(", ")}`
  return (
    [
      `${head}\n(${lines} lines, too long to be shown whole: read what you need with read_file)`,
      ...named,
    ].join("\n") + rest
  )
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.match(/[A-Za-z_][A-Za-z0-9_]{2,60}/g) ?? []
  return new Set(words.map((word) => word.toLowerCase()).filter((word) => !COMMON.has(word)))
}

const COMMON: ReadonlySet<string> = new Set([
  "the",
  "and",
  "for",
  "with",
  "that",
  "this",
  "src",
  "not",
  "are",
  "const",
  "return",
])

function count(own: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return [...words].filter((word) => own.has(word)).length
}
