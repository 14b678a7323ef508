import { withoutCodeSpans, withoutFences } from "../docs/prose.ts"
import { isDenied } from "./denials.ts"
import { linkTargets } from "./link_targets.ts"
import { namesFramework } from "./naming.ts"
import { type Candidate, candidatesFor } from "./spellings.ts"

export interface Mention {
  readonly id: string
  readonly written: string
  /** From 0. */
  readonly line: number
  readonly column: number
}

/** How much prose is read on either side of a word. */
const WINDOW = 400

/** The frameworks that a document claims, in its order. Fenced code, addresses, licence text and denials make no claim. */
export function frameworkMentions(text: string): readonly Mention[] {
  const prose = withoutAddresses(withoutFences(text))
  const spans = withoutCodeSpans(prose)
  const lines = prose.split("\n")
  const flat = prose.replaceAll("\n", " ")
  const segments = segmentsOf(lines)
  const licences = new Map<Segment, boolean>()
  const mentions: Mention[] = []
  let offset = 0
  let listedUntil = -1
  for (const [at, line] of lines.entries()) {
    const segment = segments[at]
    for (const { index, 0: word } of line.matchAll(/[\p{L}\p{N}_]+/gu)) {
      const found = segment && candidateAt(flat, offset + index, word)
      if (!found) continue
      const start = offset + index
      const end = start + found.form.length
      const place = {
        start,
        end,
        before: flat.slice(Math.max(segment.start, start - WINDOW), start),
        after: flat.slice(end, Math.min(segment.end, end + WINDOW)),
        isTitle: segment.isTitle,
        isListed: listedUntil >= segment.start && isSeparator(flat.slice(listedUntil, start)),
      }
      if (!isNamed(found, place, flat, spans) || isDenied(place.before, place.after)) continue
      listedUntil = end
      if (!licences.has(segment)) licences.set(segment, isLicenceText(flat.slice(segment.start, segment.end)))
      if (licences.get(segment) === true) continue
      mentions.push({ id: found.id, written: flat.slice(start, end), line: at, column: index })
    }
    offset += line.length + 1
  }
  return mentions
}

interface Place {
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
  readonly isTitle: boolean
  readonly isListed: boolean
}

function candidateAt(flat: string, start: number, word: string): Candidate | undefined {
  return candidatesFor(word.toLowerCase()).find(
    ({ form }) =>
      flat.slice(start, start + form.length).toLowerCase() === form &&
      !/^[\p{L}\p{N}_]/u.test(flat.slice(start + form.length, start + form.length + 2)),
  )
}

function isNamed({ ambiguity }: Candidate, place: Place, flat: string, spans: string): boolean {
  const { start, end, before, after } = place
  const written = flat.slice(start, end)
  const isCode = spans[start] === " "
  // In code only a span with the name alone makes a claim; `echo` and `click` are commands and events there.
  if (isCode) return before.endsWith("`") && after.startsWith("`") && !isCommon(ambiguity)
  if (ambiguity !== null) return namesFramework({ ...place, written, ambiguity })
  const isLower = written === written.toLowerCase()
  const isPath =
    /[@.]$/.test(before) || (isLower && (/[\p{L}\p{N}]-$|\/$/u.test(before) || /^\/[a-z]/.test(after)))
  return !isPath && !/^\.[\p{L}\p{N}]/u.test(after)
}

function isCommon(ambiguity: Candidate["ambiguity"]): boolean {
  return ambiguity === "common" || ambiguity === "adjective"
}

function isSeparator(text: string): boolean {
  return /^[*_`"')\]]{0,8}(?:\( {0,2048}\))?\s{0,8}(?:,|\+|\/|&|and|or|with|,? and|,? or)\s{0,8}[*_`"'([]{0,8}$/.test(
    text,
  )
}

/** Addresses and the targets of links as spaces: "https://react.dev" claims nothing. */
function withoutAddresses(prose: string): string {
  const plain = prose.replaceAll(/https?:\/\/[^\s<>()`]{1,2048}/gi, (found) => " ".repeat(found.length))
  let kept = ""
  let from = 0
  const targets = [...linkTargets(plain)].sort((left, right) => left.offset - right.offset)
  for (const { target, offset } of targets) {
    if (offset < from) continue
    kept += plain.slice(from, offset) + " ".repeat(target.length)
    from = offset + target.length
  }
  return kept + plain.slice(from)
}

interface Segment {
  /** Offset at which the run begins, behind its list marker. */
  readonly start: number
  /** Offset behind its last line. */
  readonly end: number
  /** A heading or a fully bold line, whose words are capitalised for looks. */
  readonly isTitle: boolean
}

/** The segment of every line: a paragraph, a list item, a heading, a row of a table. */
function segmentsOf(lines: readonly string[]): readonly Segment[] {
  const segments: Segment[] = []
  let offset = 0
  let first = 0
  let start = 0
  let open = false
  const close = (until: number, end: number) => {
    const isTitle = isTitleLine(lines[first] ?? "", lines[first + 1] ?? "")
    const segment = { start, end, isTitle }
    for (let at = first; at < until; at += 1) segments.push(segment)
    first = until
  }
  for (const [index, line] of lines.entries()) {
    const marker = /^[ \t]{0,64}(?:[-*+]|\d{1,9}[.)]|#{1,6}|>|\|)(?:[ \t]{1,64}|$)/.exec(line)?.[0]
    const begins =
      !open || marker !== undefined || line.trim() === "" || isTitleLine(lines[index - 1] ?? "", "")
    if (begins && index > 0) close(index, offset - 1)
    if (begins) start = offset + (marker?.length ?? 0)
    open = line.trim() !== ""
    offset += line.length + 1
  }
  close(lines.length, offset - 1)
  return segments
}

function isTitleLine(line: string, below: string): boolean {
  const plain = line.trim()
  if (/^#{1,6}[ \t]/.test(plain) || (plain !== "" && /^(?:={2,200}|-{2,200})[ \t]{0,64}$/.test(below)))
    return true
  return (
    plain.length > 4 && plain.startsWith("**") && plain.endsWith("**") && !plain.slice(2, -2).includes("**")
  )
}

/** Whether a run of prose is licence text, which claims nothing about the repository. */
function isLicenceText(text: string): boolean {
  return /\bwarrant(?:y|ies)\b|\bhereby granted\b|\bredistribution and use\b|\bexpress or implied\b/i.test(
    text,
  )
}
