import {
  RequestError,
  locate,
  type Located,
  type Workspace,
  isBinary,
  openRegularFile,
} from "@proofloop/foundation/files"
import type { LineMatcher } from "./line_matcher.ts"

export interface SearchOutcome {
  /** `path:line: text`. */
  lines: string[]
  /** More lines match than `lines` holds. */
  is_cut: boolean
  /** The file in which the time ran out, else null. */
  stopped_at: string | null
  searched: number
}

const LINE_CHARACTERS = 300
const SHOWN_CHARACTERS = 48 * 1024
/** Files looked up at the same time. */
const BATCH = 16

/** Searches files in order; leaves out files that are unreadable, binary or larger than `max_file_bytes`. */
export async function searchFiles(
  workspace: Workspace,
  files: readonly string[],
  matcher: LineMatcher,
  limit: number,
): Promise<SearchOutcome> {
  const outcome = noOutcome()
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH).map((file) => locateSmall(workspace, file))
    for (const located of await Promise.all(batch)) {
      if (located === null) continue
      try {
        await searchFile(workspace, located, { matcher, limit }, outcome)
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
      }
      if (outcome.is_cut || outcome.stopped_at !== null) return outcome
    }
  }
  return outcome
}

/** Searches one file of any size and adds to `outcome`. Throws RequestError when it cannot be read or is binary. */
export async function searchFile(
  workspace: Workspace,
  located: Located,
  { matcher, limit }: { readonly matcher: LineMatcher; readonly limit: number },
  outcome = noOutcome(),
): Promise<SearchOutcome> {
  let lines_before = 0
  let characters = outcome.lines.reduce((sum, line) => sum + line.length, 0)
  for await (const piece of textPieces(workspace, located)) {
    const matches = await matcher.match(piece, limit + 1 - outcome.lines.length)
    if (matches === null) {
      outcome.stopped_at = located.relative
      return outcome
    }
    for (const match of matches) {
      const line = `${located.relative}:${lines_before + match.line}: ${excerpt(match.text, match.column)}`
      characters += line.length
      outcome.is_cut = outcome.lines.length >= limit || characters > SHOWN_CHARACTERS
      if (outcome.is_cut) return outcome
      outcome.lines.push(line)
    }
    lines_before += piece.split("\n").length - 1
  }
  outcome.searched++
  return outcome
}

function noOutcome(): SearchOutcome {
  return { lines: [], is_cut: false, stopped_at: null, searched: 0 }
}

async function locateSmall(workspace: Workspace, file: string): Promise<Located | null> {
  const located = await locate(workspace, file, "read").catch(() => null)
  return located?.stats?.isFile() && located.stats.size <= workspace.max_file_bytes ? located : null
}

/** The part of a long line around the match. */
function excerpt(text: string, column: number): string {
  if (text.length <= LINE_CHARACTERS) return text
  const start = Math.max(0, Math.min(column - LINE_CHARACTERS / 3, text.length - LINE_CHARACTERS))
  const end = start + LINE_CHARACTERS
  return `${start > 0 ? "..." : ""}${text.slice(start, end)}${end < text.length ? "..." : ""}`
}

const PIECE_BYTES = 1024 * 1024
/** A longer line is searched in parts. */
const PIECE_CHARACTERS = 4 * PIECE_BYTES

/** The text of a file of any size in pieces of about a megabyte that end at line ends. Throws RequestError if binary. */
async function* textPieces(workspace: Workspace, located: Located): AsyncGenerator<string> {
  const handle = await openRegularFile(workspace, located)
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(Math.min(PIECE_BYTES, (located.stats?.size ?? 0) + 1))
  let rest = ""
  try {
    for (let is_first = true; ; is_first = false) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length)
      if (bytesRead === 0) break
      const bytes = buffer.subarray(0, bytesRead)
      if (is_first && isBinary(bytes)) throw new RequestError(`${located.relative} is a binary file`)
      const text = rest + decoder.decode(bytes, { stream: true })
      const line_end = text.lastIndexOf("\n") + 1
      const end = line_end > 0 || text.length < PIECE_CHARACTERS ? line_end : text.length
      rest = text.slice(end)
      if (end > 0) yield text.slice(0, end)
    }
    if (rest !== "") yield rest
  } finally {
    await handle.close()
  }
}
