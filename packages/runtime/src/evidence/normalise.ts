import { memberDigest } from "@proofloop/foundation/text"
import { clipOutput } from "./clip_output.ts"
import { removeAddresses, removeNoise } from "./noise.ts"
import { isNoiseLine } from "./noise_line.ts"
import { type DiffState, findOperands, isOperandLine, nextDiffState } from "./operands.ts"
import type { ParsedDiagnostic } from "./parsers/parser.ts"
import { relativisePaths, replaceTempRoots } from "./paths.ts"
import { stripTerminal } from "./terminal.ts"

const MAX_CHARACTERS = 4000

export interface NormaliseOptions {
  /** Absolute paths below it become relative to it. */
  readonly workspace_root?: string | undefined
  /** The whole text is the operand of an assertion: only colour, memory addresses and temp roots are noise. */
  readonly operands?: boolean
}

export interface NormalisedDiagnostic {
  readonly text: string
  /** Digest of what names the failure across checks: the test id, else code and path, else the text. */
  readonly identity: string
  /** Whether the identity is a test id, or a code with a path; only such an identity carries a streak to another check. */
  readonly strong: boolean
}

/**
 * Removes what changes from run to run without meaning and keeps the rest, in linear time. In a text of several
 * lines, lines that hold only noise go. A result longer than 4000 characters ends in a digest of its rest.
 * @requirement evidence.noise, evidence.paths
 */
export function normaliseText(text: string, options: NormaliseOptions): string {
  const clean = stripTerminal(clipOutput(text).text)
  if (!clean.includes("\n")) return limit(normaliseLine(clean, "none", options, never))
  const kept: string[] = []
  let state: DiffState = "none"
  for (const line of clean.split("\n")) {
    const normal = normaliseLine(line, state, options, isNoiseLine)
    state = nextDiffState(line, state)
    if (normal !== "") kept.push(normal)
  }
  return limit(kept.join("\n"))
}

/** Normalises one failure to the text it is compared by and the identity it is known by. */
export function normaliseDiagnostic(d: ParsedDiagnostic, options: NormaliseOptions): NormalisedDiagnostic {
  const { text, name } = readDiagnostic(d, options)
  return { text, identity: memberDigest(name ?? text), strong: name !== null }
}

export interface ReadDiagnostic {
  readonly text: string
  /** What the failure is known by across checks, if it has a name at all. */
  readonly name: string | null
}

/** The text and name behind `normaliseDiagnostic`, before they are digested. */
export function readDiagnostic(d: ParsedDiagnostic, options: NormaliseOptions): ReadDiagnostic {
  const test_id = d.test_id === undefined ? "" : relativisePaths(d.test_id, options.workspace_root)
  const place = d.location === undefined ? "" : relativisePaths(d.location.path, options.workspace_root)
  // Not every style of report says it.
  const path = test_id.startsWith(`${place}::`) ? "" : place
  const assert = plainAssert(d.message)
  const code = assert === null ? (d.code ?? "") : ""
  const message = normaliseText(assert ?? d.message, options)
  const text = joinParts(test_id, code, path, message)
  if (test_id !== "") return { text, name: `test ${test_id}` }
  return { text, name: code !== "" && path !== "" ? `code ${code} ${path}` : null }
}

/** A comparison of Python's assert by what every style of report shows: not all say its class, and where values come from. */
function plainAssert(message: string): string | null {
  const plain = message.replace(/^AssertionError: (?=assert )/, "")
  return /^assert [^\n]{0,2000} (?:[=!<>]=|[<>]|is|in) /.test(plain)
    ? plain.replace(/\n *\+ {1,8}(?:where|and) [^\n]*/g, "")
    : null
}

function joinParts(...parts: readonly string[]): string {
  let text = ""
  for (const part of parts) if (part !== "") text = text === "" ? part : `${text} | ${part}`
  return text
}

/** A line alone is all the evidence there is, even if it looks like noise. */
function never(): boolean {
  return false
}

function normaliseLine(
  line: string,
  state: DiffState,
  options: NormaliseOptions,
  isNoise: (line: string) => boolean,
): string {
  if (options.operands === true || isOperandLine(line, state)) return normaliseOperands(line).trim()
  const operands = findOperands(line)
  if (operands === null) return isNoise(line) ? "" : normaliseOutside(line, options)
  const before = normaliseOutside(line.slice(0, operands.start), options)
  const compared = normaliseOperands(line.slice(operands.start, operands.end)).trim()
  const after = normaliseOutside(line.slice(operands.end), options)
  return (before === "" ? compared : `${before} ${compared}`) + (after === "" ? "" : ` ${after}`)
}

function normaliseOperands(text: string): string {
  return replaceTempRoots(removeAddresses(text))
}

function normaliseOutside(text: string, options: NormaliseOptions): string {
  return text === "" ? "" : removeNoise(text, options.workspace_root)
}

function limit(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  return `${text.slice(0, MAX_CHARACTERS)}#${memberDigest(text.slice(MAX_CHARACTERS))}`
}
