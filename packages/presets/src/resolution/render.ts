import { inspect } from "node:util"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { ExplainedOption } from "./explain.ts"

const WIDEST_VALUE = 60

/** The explanation as a text table, one option a line, for `proofloop presets show NAME --explain`. */
export function renderExplanation(explanation: readonly ExplainedOption[]): string {
  const rows = [
    ["option", "value", "from"],
    ...explanation.map(({ path, value, from, variable }) => [
      path,
      showValue(value),
      variable === undefined ? from : `${from} (${variable})`,
    ]),
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("")
}

function showValue(value: unknown): string {
  const text =
    typeof value === "string" ? JSON.stringify(value) : inspect(value, { breakLength: Infinity, depth: 1 })
  return cutCodePoints(text, WIDEST_VALUE)
}
