import { endOfNext, startOfPrevious } from "./words.ts"

const CLOCK = /^\W{0,3}(?:\d{4}-\d{2}-\d{2}T?|\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:)?\d{1,2}:\d{2}:\d{2}/
const SHORT_CLOCK = /^\W{0,3}\d{1,2}:\d{2}$/
const DATE = /^\W{0,3}(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{4})\W{0,3}$/
const HALF_DAY = /^[AP]M\W{0,3}$/i
const ZONE = /^(?:[+-]\d{4}|[+-]\d{2}:\d{2}|UTC|GMT|[A-Z]{2,3}T)\W{0,3}$/
const DAY_OR_YEAR = /^(?:\d{1,2},?|\d{4}\W{0,3})$/
const MONTH = /^\W{0,3}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6},?$/
const WEEKDAY = /^\W{0,3}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?$/
const NAMED_DATE = /[A-Za-z]/
const YEAR_BEHIND = /^\s{1,4}(?:19|20)\d{2}\W{0,3}$/
const MAX_DATE_WORDS = 4

/** A part of a text: from its first character up to the one behind its last. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The span of a time of day that the word is, with the date before it and "PM", a zone and a year behind it. */
export function clockSpan(text: string, start: number, end: number): Span | null {
  const word = text.slice(start, end)
  const isShort = SHORT_CLOCK.test(word)
  if (!isShort && !CLOCK.test(word)) return null
  const from = startOfDate(text, start)
  const half = endOfNext(text, end)
  const next = text.slice(end, half).trimStart()
  if (isShort && from === start) return HALF_DAY.test(next) ? { from, to: half } : null
  const to = HALF_DAY.test(next) || ZONE.test(next) ? half : end
  // "Tue Nov 21 22:46:00 2026": only behind a month is a number a year.
  const year = NAMED_DATE.test(text.slice(from, start)) ? endOfNext(text, to) : to
  return { from, to: YEAR_BEHIND.test(text.slice(to, year)) ? year : to }
}

/** Start of "Tue Nov 21", "21 Nov 2026" or "2026-11-21" before a position; the position itself if there is none. */
function startOfDate(text: string, position: number): number {
  let start = position
  let month = -1
  for (let count = 0; count < MAX_DATE_WORDS; count += 1) {
    const before = startOfPrevious(text, start)
    const word = text.slice(before, start).trimEnd()
    if (count === 0 && DATE.test(word)) return before
    if (MONTH.test(word)) month = before
    else if (!DAY_OR_YEAR.test(word) && (month === -1 || !WEEKDAY.test(word))) break
    start = before
  }
  return month === -1 ? position : start
}
