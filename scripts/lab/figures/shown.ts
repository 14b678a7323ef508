import type { Unit } from "./figure.ts"

/** A value with its unit, short enough for a table. */
export function shownValue(value: number, unit: Unit): string {
  switch (unit) {
    case "count":
    case "lines":
    case "files":
      return grouped(Math.round(value))
    case "score":
      return value.toFixed(2)
    case "bytes":
      return shownBytes(value)
    case "%":
      return `${value.toFixed(1)} %`
    case "x":
    case "ms":
    case "s":
    case "1/s":
    case "MB/s":
      return `${rounded(value)} ${unit}`
  }
}

/** From `before` to `value`: as much for what is counted, else in percent; empty where nothing moved. */
export function shownMove(value: number, before: number, unit: Unit): string {
  if (value === before) return ""
  const part = before === 0 ? null : (100 * (value - before)) / Math.abs(before)
  const percent = part === null || Math.abs(part) < 0.05 ? "" : `${signed(part, part.toFixed(1))} %`
  if (unit === "score" || unit === "%") return signed(value - before, (value - before).toFixed(2))
  if (unit !== "count" && unit !== "lines" && unit !== "files") return percent
  const moved = signed(value - before, grouped(Math.round(value - before)))
  return percent === "" || Math.abs(before) < 100 ? moved : `${moved} (${percent})`
}

/** Decimal, as packages are told. */
function shownBytes(bytes: number): string {
  if (Math.abs(bytes) >= 1e6) return `${(bytes / 1e6).toFixed(2)} MB`
  return Math.abs(bytes) >= 1e4 ? `${(bytes / 1e3).toFixed(1)} kB` : `${grouped(Math.round(bytes))} B`
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)))
}

function grouped(whole: number): string {
  return String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")
}

function signed(value: number, text: string): string {
  return value > 0 ? `+${text}` : text
}
