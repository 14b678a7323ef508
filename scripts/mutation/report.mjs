import { interval } from "./sample.mjs"
import { percentage } from "./score.mjs"

/** @typedef {{ thresholds: Record<string, number>, files: readonly any[], sample?: { size: number, seed: string } }} Report */

/**
 * The report for people: each file, what was missed, and last whether that is enough.
 * @param {Report} report
 */
export function renderReport({ thresholds, files, sample }) {
  const shown = sample ? files.filter((file) => countOf([file]) + file.equivalent > 0) : files
  const rows = shown.map((file) => [
    file.name,
    `${percentage([file]).toFixed(1)} %`,
    `${file.found} found`,
    `${file.missed.length} missed`,
    `${file.equivalent} equivalent`,
  ])
  const widths = rows.reduce(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    /** @type {number[]} */ ([]),
  )
  const table = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]))
      .join("  ")
      .trimEnd(),
  )
  const missed = files.flatMap(({ name, missed: list }) =>
    list.map(({ row, line, change }) => `${name}:${row}  ${change}\n    ${line}`),
  )
  const stale = staleEntries(files)
  return [
    table.join("\n"),
    ...(missed.length > 0 ? [`Missed:\n${missed.join("\n")}`] : []),
    ...(stale.length > 0 ? [`Listed as equivalent, but found by a test or gone:\n${stale.join("\n")}`] : []),
    totals({ thresholds, files, sample }).join("\n"),
  ].join("\n\n")
}

/**
 * Green if every part reaches the threshold and the list of equivalent mutants says what is so. Of a sample, the upper end of
 * its interval has to reach the threshold.
 * @param {Report} report
 */
export function isGreen({ thresholds, files, sample }) {
  const isListed = staleEntries(files).length === 0
  return isListed && byPart(files).every((part) => best(part, sample) >= thresholds[part[0].part])
}

function totals({ thresholds, files, sample }) {
  return byPart(files).map((part) => {
    const range = sample ? sampleRange(part, sample) : ""
    return `${part[0].part}: ${percentage(part).toFixed(1)} %, ${range}${bar(part, sample, thresholds[part[0].part])}`
  })
}

function bar(part, sample, threshold) {
  if (best(part, sample) < threshold) return `BELOW ${threshold} %`
  return sample && intervalOf(part)[0] < threshold ? `perhaps ${threshold} %` : `at least ${threshold} %`
}

function sampleRange(part, { seed }) {
  const [low, high] = intervalOf(part).map((share) => share.toFixed(1))
  return `of ${countOf(part)} by chance (seed ${seed}): ${low} to ${high} % of all with 95 % confidence, `
}

function best(part, sample) {
  return sample ? intervalOf(part)[1] : percentage(part)
}

function intervalOf(part) {
  return interval(
    part.reduce((sum, { found }) => sum + found, 0),
    countOf(part),
  )
}

function countOf(part) {
  return part.reduce((sum, { found, missed }) => sum + found + missed.length, 0)
}

function byPart(files) {
  return [...new Set(files.map(({ part }) => part))].map((part) => files.filter((file) => file.part === part))
}

function staleEntries(files) {
  return files.flatMap(({ name, stale }) =>
    stale.map(({ line, change }) => `${name}  ${change}\n    ${line}`),
  )
}
