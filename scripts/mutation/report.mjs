import { percentage } from "./score.mjs"

/** The report for people: each file, what was missed, and last whether that is enough. */
export function renderReport({ thresholds, files }) {
  const rows = files.map((file) => [
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
    totals(thresholds, files).join("\n"),
  ].join("\n\n")
}

/** Green if every part reaches the threshold and the list of equivalent mutants says what is so. */
export function isGreen({ thresholds, files }) {
  return (
    staleEntries(files).length === 0 &&
    byPart(files).every((part) => percentage(part) >= thresholds[part[0].part])
  )
}

function totals(thresholds, files) {
  return byPart(files).map((part) => {
    const share = percentage(part)
    const threshold = thresholds[part[0].part]
    return `${part[0].part}: ${share.toFixed(1)} %, ${share >= threshold ? "at least" : "BELOW"} ${threshold} %`
  })
}

function byPart(files) {
  return [...new Set(files.map(({ part }) => part))].map((part) => files.filter((file) => file.part === part))
}

function staleEntries(files) {
  return files.flatMap(({ name, stale }) =>
    stale.map(({ line, change }) => `${name}  ${change}\n    ${line}`),
  )
}
