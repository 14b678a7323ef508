import { posix } from "node:path"
import type { ChangeSet, FileChange } from "@proofloop/foundation/git"
import { docText, isDoc } from "./doc_text.ts"
import { codeOf } from "./fences.ts"

/** Of the lines that a document lost. */
const LEAST_MOVED = 0.7
/** Of the words of those lines: who writes documents anew says it in other lines. */
export const LEAST_TOLD_ANEW = 0.85

/** Most of a document's lost lines appear in other documents of the change, or its lost code in created files. */
export function hasMoved(path: string, { files }: ChangeSet): boolean {
  const file = files.find((one) => one.path === path)
  const created = files.filter(({ before, after }) => before === null && after !== null)
  const now = new Set(linesOf(file?.after ?? null))
  const others = files.filter((one) => one.path !== path && isDoc(one.path))
  const gained = others.map((one) => ({ path: one.path, lines: addedTo(one) }))
  const elsewhere = new Set(gained.flatMap(({ lines }) => lines))
  const lost = linesOf(file?.before ?? null).filter((line) => !now.has(line))
  if (file !== undefined && (isSignpost(file) || isPointer(file, lost, gained))) return true
  if (lost.filter((line) => elsewhere.has(line)).length > LEAST_MOVED * lost.length) return true
  const code = linesOfCode(file?.before ?? null).filter((line) => !now.has(line))
  const written = new Set(created.flatMap(({ after }) => linesOf(after).map((line) => line.trim())))
  const extracted = code.filter((line) => written.has(line.trim()))
  if (code.length > 0 && extracted.length > LEAST_MOVED * code.length) return true
  const words = longWords(lost.join("\n"))
  const there = longWords([...elsewhere].join("\n"))
  const is_as_much = [...elsewhere].join("\n").length >= lost.join("\n").length
  return is_as_much && [...words].filter((word) => there.has(word)).length >= LEAST_TOLD_ANEW * words.size
}

function linesOf(bytes: Uint8Array | null): readonly string[] {
  return (
    docText(bytes)
      ?.split("\n")
      .filter((line) => line.trim() !== "") ?? []
  )
}

function addedTo({ before, after }: FileChange): readonly string[] {
  const old = new Set(linesOf(before))
  return linesOf(after).filter((line) => !old.has(line))
}

/** A document whose new lines name another one that gains at least half of what this one loses. */
function isPointer(file: FileChange, lost: readonly string[], gained: readonly Gained[]): boolean {
  const said = addedTo(file).join("\n")
  const had = lost.join("\n").length
  return gained.some(({ path, lines }) => {
    const { dir, name } = posix.parse(path)
    const page = /^(?:index|readme)$/i.test(name) ? posix.basename(dir) : name
    const is_named = page !== "" && isNamed(page, said)
    return is_named && lines.join("\n").length >= LEAST_GAINED * had
  })
}

/** Whether a text has a name that is no part of a longer one. */
function isNamed(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = [text.charAt(at - 1), text.charAt(at + name.length)]
    if (!around.some((character) => /[\w-]/.test(character))) return true
  }
  return false
}

interface Gained {
  readonly path: string
  readonly lines: readonly string[]
}

const LEAST_GAINED = 0.5

/** A short document that says where the text is now, and links to it. */
function isSignpost(file: FileChange): boolean {
  const added = addedTo(file).join("\n")
  return (
    (docText(file.after) ?? "").length <= LONGEST_SIGNPOST &&
    MOVED.test(added) &&
    /https?:\/\/|\]\(|`_|:(?:doc|ref):/.test(added)
  )
}

const LONGEST_SIGNPOST = 1000
const MOVED = /\b(?:moved|relocated|now (?:hosted|lives|maintained)|can be found)\b/i

function linesOfCode(bytes: Uint8Array | null): readonly string[] {
  return codeOf(docText(bytes) ?? "")
    .flatMap((body) => body.split("\n"))
    .filter((line) => line.trim() !== "")
}

export function longWords(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}_]{4,60}/gu)?.map((word) => word.toLowerCase()))
}
