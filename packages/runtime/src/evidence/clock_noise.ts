const CLOCK = /^\W{0,3}(?:\d{4}-\d{2}-\d{2}T?|\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:)?\d{1,2}:\d{2}:\d{2}/
const SHORT_CLOCK = /^\W{0,3}\d{1,2}:\d{2}$/
const DATE = /^\W{0,3}\d{4}[-/]\d{2}[-/]\d{2}\W{0,3}$/
const HALF_DAY = /^[AP]M\W{0,3}$/i
const ZONE = /^(?:[+-]\d{4}|[+-]\d{2}:\d{2}|UTC|GMT|[A-Z]{2,3}T)\W{0,3}$/
const YEAR = /^\d{4}\W{0,3}$/
const DAY = /^\d{1,2},?$/
const MONTH = /^\W{0,3}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6},?$/
const WEEKDAY = /^\W{0,3}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?$/

/**
 * If the word at `index` is a time of day, takes the date words before it off `kept` and tells how many words the time
 * takes, with "PM", a zone and a year behind it; otherwise 0.
 */
export function clockLength(words: readonly string[], index: number, kept: string[]): number {
  const word = words[index] ?? ""
  const next = words[index + 1] ?? ""
  if (SHORT_CLOCK.test(word))
    return HALF_DAY.test(next) ? 2 : Number(MONTH.test(words[index - 2] ?? "") && dropDate(kept))
  if (!CLOCK.test(word)) return 0
  const has_date = dropDate(kept)
  let length = 1
  if (HALF_DAY.test(next) || ZONE.test(next)) length += 1
  if (has_date && YEAR.test(words[index + length] ?? "")) length += 1
  return length
}

/** "Tue Nov 21", "21 Nov 2026", "2026-11-21" at the end of the kept words. */
function dropDate(kept: string[]): boolean {
  const from = Math.max(0, kept.length - 4)
  const month = kept.findLastIndex((word, at) => at >= from && MONTH.test(word))
  if (month === -1) {
    if (DATE.test(kept.at(-1) ?? "")) kept.pop()
    return false
  }
  const isDate = kept.slice(month + 1).every((word) => DAY.test(word) || YEAR.test(word))
  if (!isDate) return false
  kept.length = month
  if (DAY.test(kept.at(-1) ?? "")) kept.pop()
  if (WEEKDAY.test(kept.at(-1) ?? "")) kept.pop()
  return true
}
