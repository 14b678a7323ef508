import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { isDoc } from "./docs/doc_text.ts"
import type { CriticResult } from "./run_critics.ts"
import { configFamily, syntaxFormat } from "./syntax/formats.ts"

/** What could judge the files of a change. */
export interface LookedAt {
  /** Files of a format that is read. */
  readonly parsed: number
  /** Files that only critics of any text looked at, by extension or else name, most first. */
  readonly as_text: readonly FilesOfType[]
  /** Names of the critics of any text. */
  readonly text_critics: readonly string[]
  /** Files that nobody looked at, as they are no text. */
  readonly unread: readonly FilesOfType[]
}

interface FilesOfType {
  readonly type: string
  readonly files: number
}

/** Sorts the files of a change by what could judge them. `isWanted`: those that a call is about. */
export function lookedAt(
  { files }: ChangeSet,
  results: readonly CriticResult[],
  isWanted: (path: string) => boolean = () => true,
): LookedAt {
  const [as_text, unread] = [new Map<string, number>(), new Map<string, number>()]
  let parsed = 0
  for (const { path, before, after } of files) {
    if (!isWanted(path)) continue
    if (isParsed(path)) parsed += 1
    else count(isText(after ?? before) ? as_text : unread, typeOf(path))
  }
  const text_critics = results.flatMap(({ critic, verdict }) =>
    critic.reads_any_text === true && verdict.status !== "unable" ? [critic.title.toLowerCase()] : [],
  )
  return { parsed, as_text: ranked(as_text), text_critics, unread: ranked(unread) }
}

/** "2 .kt files, 1 Makefile" */
export function filesText(files: readonly FilesOfType[]): string {
  return files
    .map(
      ({ type, files: count }) =>
        `${count} ${type}${type.startsWith(".") ? (count === 1 ? " file" : " files") : ""}`,
    )
    .join(", ")
}

function isText(bytes: Uint8Array | null): boolean {
  return strictText(bytes)?.includes("\0") === false
}

function isParsed(path: string): boolean {
  return syntaxFormat(path) !== undefined || configFamily(path) !== undefined || isDoc(path)
}

function typeOf(path: string): string {
  return posix.extname(path) || posix.basename(path)
}

function count(counts: Map<string, number>, type: string): void {
  counts.set(type, (counts.get(type) ?? 0) + 1)
}

function ranked(counts: ReadonlyMap<string, number>): readonly FilesOfType[] {
  return [...counts]
    .map(([type, files]) => ({ type, files }))
    .toSorted((one, other) => other.files - one.files)
}
