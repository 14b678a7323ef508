import { withoutCodeSpans, withoutFences } from "../docs/prose.ts"
import { isDenied } from "./denials.ts"
import { linkTargets } from "./link_targets.ts"
import { namesFramework } from "./naming.ts"
import { isLicenceText, type Segment, segmentsOf } from "./prose_segments.ts"
import { type Candidate, candidatesFor } from "./spellings.ts"

/** A framework that a document names. */
export interface Mention {
  readonly id: string
  readonly written: string
  /** From 0. */
  readonly line: number
  readonly column: number
}

/** How much prose on either side of a word is looked at. */
const window = 400

/** The frameworks that a document claims, in its order. Fenced code, addresses, licence text and denials claim none. */
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
        before: flat.slice(Math.max(segment.start, start - window), start),
        after: flat.slice(end, Math.min(segment.end, end + window)),
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
  // Of code only a span that is the name and nothing else names it; `echo` and `click` are commands and events there.
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
