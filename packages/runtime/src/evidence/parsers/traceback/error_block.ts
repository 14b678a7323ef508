import type { ParsedDiagnostic } from "../parser.ts"

/** An error with its stack, as a program printed it: the lines from where it was found up to `end`. */
export interface ErrorBlock {
  readonly diagnostic: ParsedDiagnostic
  /** The first line behind it. */
  readonly end: number
}

export type ErrorReader = (lines: readonly string[], start: number) => ErrorBlock | null

export const MAX_MESSAGE_LINES = 8

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
