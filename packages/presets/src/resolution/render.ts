import { inspect } from "node:util"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { ExplainedOption } from "./explain.ts"

const LONGEST_VALUE = 240
/** A narrower column reads worse than a long line. */
const NARROWEST_VALUE = 12

/**
 * The explanation as a text table of at most `width` columns, for `proofloop config presets show NAME --explain`. Options of
 * a record stand below its name; long values go on in the next line.
 */
export function renderExplanation(explanation: readonly ExplainedOption[], width = 100): string {
  const rows = rowsOf(explanation)
  const names = widest(rows.map(({ name }) => name))
  const origins = widest(rows.flatMap(({ from }) => from))
  const room = Math.max(width - names - origins - 4, NARROWEST_VALUE)
  return rows
    .flatMap(({ name, from, value }) => {
      const values = linesOf(value, room)
      return Array.from({ length: Math.max(values.length, from.length) }, (_, at) =>
        [(at === 0 ? name : "").padEnd(names), (from[at] ?? "").padEnd(origins), values[at] ?? ""].join("  "),
      )
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join("")
}

interface Row {
  readonly name: string
  /** Who set it, and by which variable, in lines. */
  readonly from: readonly string[]
  readonly value: string
}

/** A record's options are indented below a row with its name. */
function rowsOf(explanation: readonly ExplainedOption[]): readonly Row[] {
  const rows: Row[] = [{ name: "option", from: ["from"], value: "value" }]
  let above = ""
  for (const { path, value, from, variable } of explanation) {
    const [record = ""] = /^\w+(?=\.)/.exec(path) ?? []
    if (record !== above && record !== "") rows.push({ name: record, from: [], value: "" })
    above = record
    rows.push({
      name: record === "" ? path : `  ${path.slice(record.length + 1)}`,
      from: variable === undefined ? [from] : [from, `(${variable})`],
      value: showValue(value),
    })
  }
  return rows
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length))
}

function showValue(value: unknown): string {
  const text =
    typeof value === "string" ? JSON.stringify(value) : inspect(value, { breakLength: Infinity, depth: 1 })
  return cutCodePoints(text, LONGEST_VALUE)
}

/** Words in lines of at most `room` characters; a longer word is broken. */
function linesOf(text: string, room: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(" ").flatMap((whole) => chunks(whole, room))) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function chunks(word: string, room: number): readonly string[] {
  const count = Math.max(1, Math.ceil(word.length / room))
  return Array.from({ length: count }, (_, at) => word.slice(at * room, (at + 1) * room))
}
