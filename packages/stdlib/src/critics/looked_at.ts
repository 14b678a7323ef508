import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { definitions } from "../code/definitions.ts"
import { isOfTable, languageOf } from "../code/language.ts"
import { isUnable } from "../parsers/unable_error.ts"
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
export async function lookedAt(
  { files }: ChangeSet,
  results: readonly CriticResult[],
  isWanted: (path: string) => boolean = () => true,
): Promise<LookedAt> {
  const [as_text, unread] = [new Map<string, number>(), new Map<string, number>()]
  let parsed = 0
  for (const { path, before, after } of files) {
    if (!isWanted(path)) continue
    const is_read = isParsed(path) && !isBinary(path, after)
    if (is_read && !(await isBeyondGrammar(path, before, after))) parsed += 1
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

/** Only XML may be of an encoding that has NUL bytes. */
function isBinary(path: string, bytes: Uint8Array | null): boolean {
  return bytes?.includes(0) === true && syntaxFormat(path) !== "xml"
}

function isParsed(path: string): boolean {
  return syntaxFormat(path) !== undefined || configFamily(path) !== undefined || isDoc(path)
}

/** A source that its grammar got through neither before nor after, so that only critics of any text looked. */
async function isBeyondGrammar(
  path: string,
  before: Uint8Array | null,
  after: Uint8Array | null,
): Promise<boolean> {
  if (!isOfTable(languageOf(path)) || before === null) return false
  try {
    return (await definitions(path, before)) === null && (await definitions(path, after)) === null
  } catch (error) {
    if (!isUnable(error)) throw error
    return false
  }
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
