import { posix } from "node:path"
import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { countCodePoints, cutCodePoints } from "@proofloop/foundation/text"
import * as z from "zod"
import { defineCritic } from "../critic.ts"
import { breakLines } from "../fixes/break_lines.ts"
import { truthOf } from "../switches.ts"
import { type Violation, verdictOf } from "../verdict.ts"
import { addedLines, docText, isDoc } from "./doc_text.ts"
import { bodyOf, codeOf, type FencedBlock, fencedBlocks, fencedLines } from "./fences.ts"
import { hasMoved, LEAST_TOLD_ANEW, longWords } from "./moved_text.ts"
import { documentsOfRemoved } from "./removed_features.ts"
import { stillNamed } from "./still_named.ts"

/** Fenced code with fewer characters does not need to be kept. */
const LEAST_CODE = 50
const LEAST_RETAINED = 0.3
/** One literal `\n` in a line is a regular expression or a format; two mean that the text was escaped twice. */
const LEAST_ESCAPES = 2
const LEAST_DOCUMENT = 500

const input = z.object({
  shrink_floor: z.number().gt(0).lt(1).default(0.3),
  bulk_shrink: z.boolean().default(true),
  deletes: z.boolean().default(true),
  /** Every deleted document is told, not only one that others still name. */
  strict: z.boolean().default(false),
})

/** G13: a document lost or double-escaped its code examples, or lost most of its text. @requirement critics.G13 */
export const docPreservation = defineCritic({
  id: "G13",
  title: "Doc preservation",
  description:
    "Stops an edit of a document that drops its fenced code, fills it with literal \\n, or leaves hardly any of it.",
  scope: "change",
  default_in: { gate: true, check: true },
  other_severity_when: "the whole document goes",
  input,
  gate_input: { strict: true },
  environment: (env) => {
    const floor = Number(env["PROOFLOOP_G13_DOC_SHRINK_FLOOR"]?.trim() || Number.NaN)
    return {
      ...(floor > 0 && floor < 1 ? { shrink_floor: floor } : {}),
      ...(truthOf(env["PROOFLOOP_G13_BULK_SHRINK"]) === false ? { bulk_shrink: false } : {}),
    }
  },
  event: { type: "critic_doc_preservation.fail" },
  check_name: "Doc preservation",
  advice:
    "Keep every fenced code block of the original as it is, with real line breaks, and edit only the prose.",
  async check(change, facts, options) {
    const found = change.files.flatMap((file) => violationsOf(file, change, options))
    if (found.every(({ rule }) => rule === "literal_newlines")) return verdictOf(found)
    const gone = await documentsOfRemoved(change, facts)
    const named = options.strict ? null : await stillNamed(deletedDocuments(change), facts)
    const isDeliberate = (path: string) =>
      gone.has(path) || hasMoved(path, change) || (named?.get(path) === false && !IMPORTANT.test(path))
    const left = found.filter(({ path, rule }) => rule === "literal_newlines" || !isDeliberate(path))
    return verdictOf(toldOnce(left, new Set(deletedDocuments(change))))
  },
})

/** Deleted documents of one folder, such as the languages of a README, are one finding. */
function toldOnce(found: readonly Violation[], deleted: ReadonlySet<string>): readonly Violation[] {
  const families = new Map<string, Violation[]>()
  for (const one of found) {
    const key = deleted.has(one.path) ? posix.dirname(one.path) : `${one.path}\0${one.line}\0${one.rule}`
    families.set(key, [...(families.get(key) ?? []), one])
  }
  return [...families.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? []
    const names = others.slice(0, MOST_NAMED).map(({ path }) => posix.basename(path))
    const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : ""
    return { ...first, message: `${first.message}; the same of ${names.join(", ")}${more}` }
  })
}

const MOST_NAMED = 3

/** What every project is expected to have at its root. */
const IMPORTANT = /^(?:readme|contributing|security|install)\b[^/]{0,40}$/i

function deletedDocuments({ files }: ChangeSet): readonly string[] {
  return files.flatMap(({ path, after }) => (after === null && isDoc(path) ? [path] : []))
}

function violationsOf(
  file: FileChange,
  change: ChangeSet,
  options: z.output<typeof input>,
): readonly Violation[] {
  const before = fencedText(file.path, file.before)
  if (before === null || !isDoc(file.path)) return []
  const after = fencedText(file.path, file.after)
  if (after === null) return options.deletes ? lostWithTheFile(file.path, before, change) : []
  const lines = after.split("\n")
  const blocks = fencedBlocks(lines)
  return [
    ...lostCode(file.path, codeOf(before), [
      ...blocks.filter(({ closed }) => closed).map(bodyOf),
      ...indented(before, lines, blocks),
      ...saidAnew(before, after, blocks),
    ]),
    ...escapedLines(file.path, lines, blocks, addedLines(before, lines)).map((found) => {
      const fix = breakLines(before, strictText(file.after) ?? "", found.line ?? 0)
      return fix === undefined ? found : { ...found, fix }
    }),
    ...(options.bulk_shrink ? shrunk(file.path, before, after, options.shrink_floor) : []),
  ]
}

/** A document's text; in reStructuredText tildes underline a title. */
function fencedText(path: string, bytes: Uint8Array | null): string | null {
  const text = docText(bytes)
  return path.toLowerCase().endsWith(".rst")
    ? (text?.replaceAll(/^~{3,256}[ \t]{0,80}$/gm, "") ?? null)
    : text
}

/** Fenced code whose words now stand in the text, such as in a table, on lines that the change adds. */
function saidAnew(before: string, after: string, blocks: readonly FencedBlock[]): readonly string[] {
  const lines = after.split("\n")
  const fenced = fencedLines(blocks)
  const added = addedLines(before, lines)
  const prose = longWords(lines.filter((_line, at) => added.has(at) && !fenced.has(at)).join("\n"))
  return codeOf(before).filter((body) => {
    const words = longWords(body)
    const there = [...words].filter((word) => prose.has(word)).length
    return words.size >= LEAST_WORDS && there >= LEAST_TOLD_ANEW * words.size
  })
}

const LEAST_WORDS = 3

/** A deleted document has lost its code, unless a document that the change creates now has it. */
function lostWithTheFile(path: string, before: string, change: ChangeSet): readonly Violation[] {
  const created = change.files.filter((file) => file.before === null && isDoc(file.path))
  const elsewhere = new Set(created.flatMap(({ after }) => codeOf(docText(after) ?? "")))
  const code = codeOf(before)
  const lost = lostCode(
    path,
    code,
    code.filter((body) => elsewhere.has(body)),
  )
  return lost.map((one) => ({ ...one, severity: "warning" as const }))
}

function lostCode(path: string, old: readonly string[], kept: readonly string[]): readonly Violation[] {
  const had = characters(old)
  const has = characters(kept)
  if (had < LEAST_CODE || has >= LEAST_RETAINED * had) return []
  const loss = Math.round((100 * (had - has)) / had)
  return [
    {
      path,
      rule: "code_blocks_lost",
      message: `${had - has} of ${had} characters of fenced code were removed (${loss}% loss)`,
      evidence: `${loss}%`,
    },
  ]
}

/** Fenced code that is now indented, as Markdown and reStructuredText also write code. */
function indented(
  before: string,
  lines: readonly string[],
  blocks: readonly FencedBlock[],
): readonly string[] {
  const fenced = fencedLines(blocks)
  const code = new Set(
    lines.flatMap((line, at) => (!fenced.has(at) && /^(?: {4}|\t)/.test(line) ? [line.trim()] : [])),
  )
  return codeOf(before).filter((body) => {
    const wanted = body.split("\n").filter((line) => line.trim() !== "")
    return wanted.length > 0 && wanted.every((line) => code.has(line.trim()))
  })
}

function escapedLines(
  path: string,
  lines: readonly string[],
  blocks: readonly FencedBlock[],
  added: ReadonlySet<number>,
): readonly Violation[] {
  const inBlocks = blocks.flatMap(({ start, body }, index) =>
    body.map((line, offset) => ({ line, at: start + 1 + offset, where: `fenced block ${index + 1}` })),
  )
  const collapsed = lines.flatMap((line, at) =>
    /^[ \t>]{0,64}(?:```|~~~)/.test(line) ? [{ line, at, where: "a fenced block that became one line" }] : [],
  )
  return [...inBlocks, ...collapsed]
    .map((found) => ({ ...found, count: withoutPatterns(withoutQuotes(found.line)).split("\\n").length - 1 }))
    .filter(({ at, count }) => count >= LEAST_ESCAPES && added.has(at))
    .map(({ line, at, where, count }) => ({
      path,
      line: at + 1,
      rule: "literal_newlines",
      message: `${where} has ${count} literal \\n in one line instead of line breaks: ${cutCodePoints(line.trim(), 80)}`,
      evidence: cutCodePoints(line.trim(), 80),
    }))
}

/** A line without its quoted texts: in a program's string `\n` is correct. */
function withoutQuotes(line: string): string {
  let kept = ""
  let from = 0
  const open = { '"': true, "'": true }
  for (let at = 0; at < line.length; at += 1) {
    const quote = line[at]
    if ((quote !== '"' && quote !== "'") || !open[quote]) continue
    const end = endOfQuote(line, at + 1, quote)
    // No later quote of this kind closes either.
    if (end < 0) open[quote] = false
    else {
      kept += line.slice(from, at)
      from = end + 1
      at = end
    }
  }
  return kept + line.slice(from)
}

/** A line without regular expressions. They occur where a program may have one, never in a path. */
function withoutPatterns(line: string): string {
  return line
    .slice(0, 4000)
    .replaceAll(/(?<=[(=,:[!&|?]\s?)\/(?:[^/\\\s]|\\.){1,200}\/[a-z]{0,8}(?=[\s).,;\]]|$)/g, "")
}

function endOfQuote(line: string, from: number, quote: string): number {
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1
    else if (line[at] === quote) return at
  }
  return -1
}

function shrunk(path: string, before: string, after: string, floor: number): readonly Violation[] {
  const had = countCodePoints(before)
  const has = countCodePoints(after)
  if (had < LEAST_DOCUMENT || has >= floor * had) return []
  const share = Math.round((100 * has) / had)
  return [
    {
      path,
      rule: "document_shrunk",
      message: `the document shrunk from ${had} to ${has} characters: ${share}% retained, at least ${Math.round(100 * floor)}% must be`,
      evidence: `${share}%`,
    },
  ]
}

function characters(bodies: readonly string[]): number {
  return bodies.reduce((sum, body) => sum + countCodePoints(body), 0)
}
