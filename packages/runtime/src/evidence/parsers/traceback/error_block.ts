import { findOperands, isOperandLine, nextDiffState } from "../../operands.ts"
import type { ParsedDiagnostic } from "../parser.ts"

/** An error with its stack, as a program printed it: the lines from where it was found up to `end`. */
export interface ErrorBlock {
  readonly diagnostic: ParsedDiagnostic
  /** The first line behind it. */
  readonly end: number
}

export type ErrorReader = (lines: readonly string[], start: number) => ErrorBlock | null

export const MAX_MESSAGE_LINES = 8
/** "Arrays differ:", "2 validation errors for Cart": what it is follows. */
const ANNOUNCES = /:\s{0,8}$|: \d{1,6} (?:\w{1,32} )?errors?\b/
const ASSERTION = /^[\w.]{0,200}assert/i
const BOX = /^\s{1,64}[|+]/

/** One diagnostic of an error; its kind is build if the code could not even be parsed. */
export function errorDiagnostic(
  name: string,
  message: string,
  path: string | undefined,
  unreadable = false,
): ParsedDiagnostic {
  return {
    kind: unreadable ? "build" : "runtime",
    code: name,
    message: message.trim() === "" ? name : message.trim(),
    location: path === undefined ? undefined : { path },
  }
}

export function shortName(name: string): string {
  return name.split(/[.\\/]|::/).at(-1) ?? name
}

/**
 * The lines of a message below its first, as far as they are its own: what the program prints comes next, with nothing
 * between. So they are what the first line announces, or the values that an assertion compares.
 */
export function ownLines([first = "", ...below]: readonly string[]): readonly string[] {
  if (ANNOUNCES.test(first)) return below
  const is_assertion = ASSERTION.test(first)
  const has_values = findOperands(first) !== null
  let state = nextDiffState(first, "none")
  const end = below.findIndex((line) => {
    const may_compare = !has_values || /^\s/.test(line)
    const is_value = isOperandLine(line, state) || (may_compare && findOperands(line.trim())?.start === 0)
    state = nextDiffState(line, state)
    return !(is_assertion && is_value) && !BOX.test(line)
  })
  return end === -1 ? below : below.slice(0, end)
}
