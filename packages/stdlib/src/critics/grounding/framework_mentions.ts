import { withoutCodeSpans, withoutFences } from "../docs/prose.ts"
import { isDenied } from "./denials.ts"
import { linkTargets } from "./link_targets.ts"
import { type Candidate, candidatesFor, type Ambiguity } from "./spellings.ts"

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

/** A word that may name a framework, with the prose around it. */
interface WordInProse {
  readonly written: string
  readonly ambiguity: Ambiguity
  readonly before: string
  readonly after: string
  readonly isTitle: boolean
  /** Whether a framework is named right before it in the same enumeration. */
  readonly isListed: boolean
}

/** Whether an ambiguous word is a framework: written as a name, beside "framework", after "built with", or in a list. */
function namesFramework(word: WordInProse): boolean {
  const isName = /^\p{Lu}\p{Ll}+$/u.test(word.written)
  if (!isName && word.written !== word.written.toLowerCase()) return false
  const place = { ...word, before: word.before.replace(/[*_"'“‘([~]{1,16}$/u, ""), after: behind(word.after) }
  return isName ? capitalised(place) : lowerCase(place)
}

function capitalised({ ambiguity, before, after, isTitle, isListed }: WordInProse): boolean {
  if (/\b(?:non|anti|re|pre|ex|un|post)-$/i.test(before) || OTHER_PRODUCT.test(before)) return false
  if (ambiguity === "plain")
    return !/^ (?:momentum|velocity|acceleration|frequency|distance|warnings?)\b/.test(after)
  if (isListed || STRONG_CUE.test(before)) return true
  const asVerb = /\b(?:to|please|will|can|must|should|may|you|we|they) $/i.test(before)
  const begins = isTitle || asVerb || /(?:^|[.!?:|])$/.test(before.trimEnd())
  if (ambiguity === "verb")
    return !begins || NOUN_BEHIND.test(after) || STANDS_ALONE.test(after) || ACTS.test(after)
  if (begins) return SURELY_NOUN.test(after)
  if (NOUN_BEHIND.test(after) || /^ v?\d/.test(after)) return true
  return ambiguity === "common"
    ? /\b(?:use|uses|using|used|via|with|by)\s+(?:the\s+)?$/i.test(before) || ACTS.test(after)
    : /\b(?:uses|using|via)\s+$/i.test(before) && CLAUSE_ENDS.test(after)
}

function lowerCase({ ambiguity, before, after, isListed }: WordInProse): boolean {
  if (/[-/.@_:#$\\]$/.test(before) || /^(?:[-/_@:\\]|\.[\p{L}\p{N}])/u.test(after)) return false
  if (ambiguity === "adjective") return false
  if (ambiguity === "common")
    return /^ framework\b/i.test(after) || (STRONG_CUE.test(before) && CLAUSE_ENDS.test(after))
  if (isListed || NOUN_BEHIND.test(after)) return true
  if (ambiguity === "plain") return STRONG_CUE.test(before) || WEAK_CUE.test(before)
  return (STRONG_CUE.test(before) || WEAK_CUE.test(before)) && CLAUSE_ENDS.test(after)
}

/** The following text, after marks that close an emphasis or a link. */
function behind(after: string): string {
  return after.replace(/^[*_"'”’)\]~]{1,16}(?:\( {0,2048}\))?/u, "")
}

/** "American Express", "PCI Express", "Visual Studio 2017 Express" name something else. */
const OTHER_PRODUCT = /\b(?:American|PCI|Visual|Studio|Desktop|Server|C\+\+|C#|Developer|20\d\d) $/
const STRONG_CUE =
  /\b(?:built|build|powered|written|developed|implemented|created|made|based) (?:with|on|by|in|using|upon|around|on top of) (?:the )?$/i
const WEAK_CUE = /\b(?:use|uses|using|via) (?:the )?$/i
const CLAUSE_ENDS = /^\s*(?:$|[.,;)|!?]|(?:and|or|for|to|as|in|on|with|which)\b)/
const SURELY_NOUN = /^ (?:framework|library|crate|package)\b/i
const NOUN_BEHIND =
  /^[ -](?:frameworks?|librar(?:y|ies)|crate|package|apps?|applications?|components?|hooks?|servers?|back-?end|front-?end|routers?|middleware|projects?|sites?|store|templates?|plugins?|UI|API|CLI|JS|based)\b/i
/** A name alone in a line, a cell or an item, or the first of several there. */
const STANDS_ALONE = /^\s*(?:$|[.;)|+/]|(?:,|and|with|&) [\p{Lu}`])/u
const ACTS = /^ (?:is|was|handles?|renders?|provides?|powers?|serves?|manages?|drives?|runs?|uses?)\b/
