import { clipText } from "../clip.ts"
import { stripTerminal } from "../terminal.ts"
import { linesParser } from "./lines.ts"
import { nodeTestParser } from "./node_test.ts"
import type { OutputParser, ParsedOutput } from "./parser.ts"
import { pytestParser } from "./pytest.ts"
import { vitestParser } from "./vitest.ts"

/** The tools whose output is understood, in the order they are tried. */
export const defaultParsers: readonly OutputParser[] = [nodeTestParser, vitestParser, pytestParser]

export interface ReadOutput {
  readonly parsed: ParsedOutput
  /** Name of the parser, "lines" if none knew the output. */
  readonly parser: string
}

/** Reads what a command printed with the first parser that knows it, else line by line. Never throws. */
export function parseOutput(
  text: string,
  command: string | undefined,
  parsers: readonly OutputParser[],
): ReadOutput {
  const { text: short, clipped } = clipText(text)
  const clean = stripTerminal(short)
  for (const parser of parsers) {
    const parsed = tryParser(parser, clean, command)
    if (parsed === null) continue
    return { parsed: clipped ? { ...parsed, ran_test_ids: null } : parsed, parser: parser.name }
  }
  return { parsed: linesParser.parse(clean), parser: linesParser.name }
}

/** A host's own parser that throws has not recognised the output. */
function tryParser(parser: OutputParser, text: string, command: string | undefined): ParsedOutput | null {
  try {
    return parser.recognises(text, command) ? parser.parse(text) : null
  } catch {
    return null
  }
}
