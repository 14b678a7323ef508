import type { View } from "./view.ts"

/** Percent signs, backslashes, entities, quoted-printable, 16-bit text; each round removes one layer. */
export function escapedViews(text: string): readonly View[] {
  const views: View[] = []
  for (let round = 0, inner = text; round < MOST_LAYERS; round += 1) {
    const found = [...inner.matchAll(ESCAPE)]
    if (found.length === 0) break
    const view = unescaped(inner, found)
    const below = views.at(-1)
    views.push(below === undefined ? view : over(below, view))
    inner = view.text
  }
  return views
}

const ESCAPE =
  /%[\da-f]{2}|=[\dA-F]{2}|\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\U[\da-f]{8}|\\x[\da-f]{2}|\\[0-3][0-7]{2}|\\[nrt"'/\\]|&#\d{1,7};|&#x[\da-f]{1,6};|&(?:amp|lt|gt|quot|apos|sol|plus|equals|lowbar|hyphen|dash|colon|period|commat);|=\r?\n|\0/gi

const MOST_LAYERS = 4

function unescaped(text: string, found: readonly RegExpExecArray[]): View {
  const pieces: string[] = []
  /** Where a piece begins in the decoded text, and in the source; plain and decoded pieces alternate. */
  const marks: Mark[] = []
  let length = 0
  const add = (piece: string, start: number, is_plain: boolean): void => {
    if (piece === "") return
    marks.push({ at: length, start, is_plain })
    pieces.push(piece)
    length += piece.length
  }
  let last = 0
  for (const { 0: sign, index } of found) {
    add(text.slice(last, index), last, true)
    add(characterOf(sign), index, false)
    last = index + sign.length
  }
  add(text.slice(last), last, true)
  const ends = (mark: number): number => marks[mark + 1]?.start ?? text.length
  return {
    text: pieces.join(""),
    source: (start, end) => {
      const [first, final] = [markAt(marks, start), markAt(marks, end - 1)]
      const from = marks[first]
      const to = marks[final]
      if (from === undefined || to === undefined) return [0, 0]
      return [
        from.is_plain ? from.start + start - from.at : from.start,
        to.is_plain ? to.start + end - to.at : ends(final),
      ]
    },
  }
}

interface Mark {
  readonly at: number
  readonly start: number
  readonly is_plain: boolean
}

function markAt(marks: readonly Mark[], at: number): number {
  let [low, high] = [0, marks.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((marks[middle]?.at ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** The bytes of one character stay apart. */
function characterOf(sign: string): string {
  const lower = sign.toLowerCase()
  if (lower.startsWith("=\r") || lower.startsWith("=\n") || sign === "\0") return ""
  if (/^[%=]/.test(lower)) return String.fromCharCode(Number.parseInt(sign.slice(1), 16))
  if (lower.startsWith("&#x")) return codePoint(Number.parseInt(sign.slice(3), 16))
  if (lower.startsWith("&#")) return codePoint(Number.parseInt(sign.slice(2), 10))
  if (lower.startsWith("&")) return ENTITIES[lower.slice(1, -1)] ?? ""
  if (/^\\[ux]/.test(lower)) return codePoint(Number.parseInt(lower.replaceAll(/[^\da-f]/g, ""), 16))
  if (/^\\\d/.test(lower)) return String.fromCharCode(Number.parseInt(sign.slice(1), 8))
  return { n: "\n", r: "\r", t: "\t" }[sign.slice(1)] ?? sign.slice(1)
}

function codePoint(number: number): string {
  return number <= 0x10ffff ? String.fromCodePoint(number) : ""
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  sol: "/",
  plus: "+",
  equals: "=",
  lowbar: "_",
  hyphen: "-",
  dash: "-",
  colon: ":",
  period: ".",
  commat: "@",
}

/** A view of a view, in the source of the first. */
function over(below: View, view: View): View {
  return { text: view.text, source: (start, end) => below.source(...view.source(start, end)) }
}
