import type { Workspace } from "@proofloop/foundation/files"
import { git } from "@proofloop/foundation/git"
import type { Hit } from "../feedback.ts"
import { keywordHits, readFileLines } from "./localise_file.ts"

/** Shorter words are in every file. */
const MIN_LENGTH = 4
const MAX_LENGTH = 64
const MAX_KEYWORDS = 5
/** Feedback may carry a log. */
const MAX_TEXT = 100_000

const STOP_WORDS: ReadonlySet<string> = new Set([
  "the",
  "and",
  "that",
  "with",
  "have",
  "from",
  "this",
  "there",
  "which",
  "your",
  "you",
  "about",
  "into",
  "when",
  "what",
  "been",
  "were",
  "does",
  "should",
])

/**
 * At most five words to look for in files, lower case, longest first, each of at least four letters, digits or
 * underscores. A name such as `bar.py` without a part of that length stays whole.
 */
export function extractKeywords(text: string): readonly string[] {
  const words = text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_.-]+/u)
    .flatMap(wordsOf)
    .filter((word) => word.length >= MIN_LENGTH && word.length <= MAX_LENGTH)
    .filter((word) => !STOP_WORDS.has(word) && /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, MAX_KEYWORDS)
}

function wordsOf(name: string): readonly string[] {
  const parts = name.split(/[.-]/).filter((part) => part !== "")
  return parts.length > 1 && parts.every((part) => part.length < MIN_LENGTH) ? [trimmed(name)] : parts
}

function trimmed(name: string): string {
  return name.replace(/^[.-]{1,64}/, "").replace(/[.-]{1,64}$/, "")
}

/** Files that are searched, and hits of each. */
const MAX_FILES = 5
const MAX_HITS_PER_FILE = 4
/** Skips unreadable files, up to a limit. */
const MAX_TRIED = 50

/** Hits in tracked files, where candidates gave none: rarer keywords first, then by path. None outside git. */
export async function findByKeywords(
  workspace: Workspace,
  keywords: readonly string[],
  max_hits: number,
): Promise<readonly Hit[]> {
  const scores = new Map<string, number>()
  for (const keyword of keywords) {
    const files = await filesWith(workspace.root, keyword)
    for (const path of files) scores.set(path, (scores.get(path) ?? 0) + 1 / files.length)
  }
  const ranked = [...scores].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const hits: Hit[] = []
  let files = 0
  for (const [path] of ranked.slice(0, MAX_TRIED)) {
    if (files === MAX_FILES || hits.length === max_hits) break
    const file = await readFileLines(workspace, path)
    if ("reason" in file || file.path !== path) continue
    const room = Math.min(MAX_HITS_PER_FILE, max_hits - hits.length)
    const found = keywordHits(path, file.lines, keywords, room)
    if (found.length > 0) files += 1
    hits.push(...found)
  }
  return hits
}

async function filesWith(root: string, keyword: string): Promise<readonly string[]> {
  const found = await git(root, ["grep", "-l", "-z", "-i", "-I", "-F", "--no-color", "-e", keyword])
  return found.exit_code === 0 ? found.stdout.split("\0").filter((path) => path !== "") : []
}
