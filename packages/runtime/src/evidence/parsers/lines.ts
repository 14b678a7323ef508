import type { DiagnosticKind } from "../../protocol/diagnostic.ts"
import { failureKind } from "../environment.ts"
import { isFailingLine } from "../failing_line.ts"
import { isNoiseLine } from "../noise_line.ts"
import { type DiffState, findOperands, isOperandLine, mayBeOperandLine, nextDiffState } from "../operands.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { mayHoldEcho, withoutLineNumbers, withoutSourceEcho } from "./source_echo.ts"
import { tellingPart } from "./telling_part.ts"

const SHORT_OUTPUT = 40
const KEPT_AT_EACH_END = 32

const [ZERO, NINE] = [48, 57]
const HASH_PRIME = 0x01000193
/** Looked up once, not once a character. */
const { imul } = Math
const UNNUMBERED = -1
const MANY = 16

interface LinesParser extends OutputParser {
  parse(text: string): ParsedOutput
}

/**
 * Any output, line by line, when no parser knows better. Up to 40 lines: all but pure noise are kept. More: the
 * failing lines and the line after each, the first and last 32 of them. Never null.
 */
export const linesParser: LinesParser = {
  name: "lines",
  recognises: () => true,
  parse: (text) => ({ diagnostics: toDiagnostics(text), tests_run: null, ran_test_ids: null }),
}

function toDiagnostics(text: string): readonly ParsedDiagnostic[] {
  const all = text.split("\n").map((line) => line.trimEnd())
  const written = all.filter((line) => line !== "")
  const lines = withoutLineNumbers(mayHoldEcho(text) ? withoutSourceEcho(written) : written)
  const entries = tellingEntries(withOperands(lines))
  const telling = entries.length <= SHORT_OUTPUT ? withoutNoise(entries) : failingWithContext(entries)
  const kind: DiagnosticKind = failureKind(text, undefined) ?? "runtime"
  return bothEnds(telling).map((entry) => ({ kind, message: entry.trim() }))
}

/** Lines, each with the values it compares below it ("- 3", "+ 4"); apart from it they would read as noise. */
function withOperands(lines: readonly string[]): readonly string[] {
  if (!lines.some((line, index) => mayBeOperandLine(line, lines[index - 1] ?? ""))) return lines
  const entries: string[] = []
  let state: DiffState = "none"
  for (const line of lines) {
    const above = isOperandLine(line, state) ? entries.pop() : undefined
    entries.push(above === undefined ? line : `${above}\n${line}`)
    state = nextDiffState(line, state)
  }
  return entries
}

/** All entries, because none tells anything by itself. Compared values stay as they are. */
function tellingEntries(entries: readonly string[]): readonly string[] {
  // Rows first, because they shorten a long log most.
  const telling = withoutRows(entries)
    .map((entry) => (entry.includes("\n") ? entry : tellingPart(entry)))
    .filter((entry) => entry.trim() !== "")
  return telling.every(isNoise) ? entries : telling
}

/** Drops lines that return again and again with other numbers, a progress log, unless they tell of failures. */
function withoutRows(entries: readonly string[]): readonly string[] {
  if (entries.length <= SHORT_OUTPUT) return entries
  const counts = new Map<number, number>()
  const shapes = entries.map(shapeOf)
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  return entries.filter((entry, index) => {
    const shape = shapes[index] ?? UNNUMBERED
    return shape === UNNUMBERED || (counts.get(shape) ?? 0) < MANY || isFailingLine(entry)
  })
}

/** A hash that ignores the numbers of a line; several times faster than replacing them. */
function shapeOf(entry: string): number {
  let hash = 0
  let is_numbered = false
  let was_digit = false
  for (let at = 0; at < entry.length; at += 1) {
    const code = entry.charCodeAt(at)
    const is_digit = code <= NINE && code >= ZERO
    if (!is_digit) hash = imul(hash ^ code, HASH_PRIME)
    else if (!was_digit) hash = imul(hash ^ ZERO, HASH_PRIME)
    was_digit = is_digit
    is_numbered ||= is_digit
  }
  // Unsigned, so it never equals the hash of a line without a number.
  return is_numbered ? hash >>> 0 : UNNUMBERED
}

function withoutNoise(entries: readonly string[]): readonly string[] {
  const telling = entries.filter((entry) => !isNoise(entry))
  return telling.length === 0 ? entries : telling
}

function failingWithContext(entries: readonly string[]): readonly string[] {
  const telling: string[] = []
  let wasFailing = false
  for (const entry of entries) {
    const failing = isFailingLine(entry)
    if ((failing || wasFailing) && !isNoise(entry)) telling.push(entry)
    // "left: 3" and "right: 4" below it both belong to it.
    wasFailing = failing || (wasFailing && findOperands(entry) !== null)
  }
  return telling.length === 0 ? withoutNoise(entries.slice(-KEPT_AT_EACH_END)) : telling
}

/** Values that are compared mean something, whatever they are. */
function isNoise(entry: string): boolean {
  return !entry.includes("\n") && isNoiseLine(entry)
}

function bothEnds(entries: readonly string[]): readonly string[] {
  if (entries.length <= 2 * KEPT_AT_EACH_END) return entries
  return [...entries.slice(0, KEPT_AT_EACH_END), ...entries.slice(-KEPT_AT_EACH_END)]
}
