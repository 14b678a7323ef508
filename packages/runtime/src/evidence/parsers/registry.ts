import { type ClippedOutput, clipOutput } from "../clip_output.ts"
import { stripTerminal } from "../terminal.ts"
import { type Totals, totalsIn } from "../totals.ts"
import { defaultParsers } from "./built_in.ts"
import { parseErrors } from "./errors.ts"
import { readParsed } from "./host_parser.ts"
import { linesParser } from "./lines.ts"
import { readMarkedTests } from "./marked_tests.ts"
import { markIndex } from "./marks.ts"
import type { OutputParser, ParsedOutput } from "./parser.ts"
import { stripScriptPrefixes } from "./script_prefix.ts"
import { withStated } from "./stated.ts"

const builtIn: ReadonlySet<OutputParser> = new Set(defaultParsers)

const MAX_COMMAND = 4096

export interface ReadOutput {
  readonly parsed: ParsedOutput
  /** Name of the parser, names joined by "+" if the output is of several tools, "lines" if no parser knew it. */
  readonly parser: string
}

export interface KnownOutput extends ReadOutput {
  /**
   * Failures that speak against an exit code 0. With a test runner only its own reports count, because a passing test
   * may print what looks like another tool's error. Without one, all failures count.
   */
  readonly against: number
  /** Its summary may count failures above the text. */
  readonly passes_last: boolean
}

/**
 * Reads what a command printed by the parsers that know it, `own` ones first, else line by line, once `parsed` is asked
 * for. Never throws.
 */
export function parseOutput(text: string, command?: string, own?: readonly OutputParser[]): ReadOutput {
  const { known, clean } = readReport(text, command, parsersWith(own))
  if (known !== null) return { parsed: known.parsed, parser: known.parser }
  return (
    parseErrors(clean.text) ?? {
      parser: linesParser.name,
      get parsed() {
        return linesParser.parse(clean.text)
      },
    }
  )
}

export interface ReadReport {
  readonly known: KnownOutput | null
  /** The output as it was read. */
  readonly clean: ClippedOutput
  readonly totals: () => readonly Totals[]
}

const MOST_REMEMBERED = 256 * 1024
let last: {
  readonly text: string
  readonly command: string | undefined
  readonly report: ReadReport
} | null = null

/** The report in an output. Outcome, proof and evidence are read of the same one, so the last is remembered. */
export function readReport(
  text: string,
  command: string | undefined,
  parsers: readonly OutputParser[],
): ReadReport {
  // A host's own parser may answer otherwise the next time.
  if (parsers !== defaultParsers || text.length > MOST_REMEMBERED) return findReport(text, command, parsers)
  if (last?.text !== text || last.command !== command)
    last = { text, command, report: findReport(text, command, parsers) }
  return last.report
}

function findReport(text: string, command: string | undefined, parsers: readonly OutputParser[]): ReadReport {
  const whole = plainOutput(text)
  const clean = { ...whole, text: stripScriptPrefixes(whole.text) }
  let counted: readonly Totals[] | undefined
  const totals = (): readonly Totals[] => (counted ??= totalsIn(clean.text))
  const known = parseKnown(clean, { totals, command, parsers })
  // What looked like the name of a script may belong to the report.
  if (known !== null || clean.text === whole.text) return { known, clean, totals }
  const of_whole = parseKnown(whole, { totals: () => totalsIn(whole.text), command, parsers })
  return { known: of_whole, clean, totals }
}

const composed = new WeakMap<readonly OutputParser[], readonly OutputParser[]>()

/** A host's own parsers, then the built-in ones; the same list each time, as each list has an index of its own. */
export function parsersWith(own: readonly OutputParser[] | undefined): readonly OutputParser[] {
  if (own === undefined || own.length === 0) return defaultParsers
  const known = composed.get(own) ?? [...own, ...defaultParsers]
  composed.set(own, known)
  return known
}

function plainOutput(text: string): ClippedOutput {
  const { text: short, clipped } = clipOutput(decoded(text))
  return { text: withoutShellTime(stripTerminal(short)), clipped }
}

/** UTF-16 that was read as UTF-8 holds a NUL beside each letter, and its mark at the start is no character. */
function decoded(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "").replace(/^[\uFEFF\uFFFD]{1,4}/, "") : text
}

/** What a shell's `time` adds below any output. */
const SHELL_TIME = /^(?:real|user|sys)\t\d{1,6}m\d{1,2}[.,]\d{1,9}s(?:\n|$)/gm

function withoutShellTime(text: string): string {
  return text.includes("real\t") ? text.replace(SHELL_TIME, "") : text
}

/**
 * Reads clean output with every parser that recognises it, since one command may run several tools. Where none reads a
 * failure or counts tests, tests are read by their marks. Null if nothing is known. A host's parser that throws, or
 * answers anything but parsed output, is skipped.
 */
function parseKnown(
  { text, clipped }: ClippedOutput,
  {
    totals,
    command,
    parsers,
  }: {
    readonly totals: () => readonly Totals[]
    readonly command: string | undefined
    readonly parsers: readonly OutputParser[]
  },
): KnownOutput | null {
  const found: KnownOutput[] = []
  const marked = markIndex(parsers).find(text)
  for (const [index, parser] of parsers.entries()) {
    if (parser.marks !== undefined && marked[index] === 0 && !isOfCommand(parser, command)) continue
    const parsed = tryParser(parser, text, command)
    if (parsed !== null) {
      const passes_last = parser.passes_last === true
      found.push({ parsed, against: failuresOf(parsed), passes_last, parser: parser.name })
    }
  }
  if (found.every(({ parsed }) => parsed.tests_run === null && failuresOf(parsed) === 0)) {
    const parsed = readMarkedTests(text, totals())
    if (parsed !== null)
      found.push({ parsed, against: failuresOf(parsed), passes_last: false, parser: "tests" })
  }
  if (found.length === 0) return null
  const { parsed, parser, passes_last } = found.reduce(merge)
  const runners = found.filter((one) => one.parsed.tests_run !== null)
  const against = (runners.length > 0 ? runners : found).reduce((sum, one) => sum + one.against, 0)
  // The middle of a long output is gone, so no list of tests is known to be complete.
  return { parsed: clipped ? { ...parsed, ran_test_ids: null } : parsed, against, passes_last, parser }
}

function isOfCommand({ commands }: OutputParser, command: string | undefined): boolean {
  // Start at the front, because a pattern with the flag "g" goes on after its last match.
  return (
    command !== undefined && commands !== undefined && command.slice(0, MAX_COMMAND).search(commands) !== -1
  )
}

function tryParser(parser: OutputParser, text: string, command: string | undefined): ParsedOutput | null {
  try {
    if (!parser.recognises(text, command)) return null
    const parsed = parser.parse(text)
    return builtIn.has(parser) ? parsed : readParsed(parsed)
  } catch {
    return null
  }
}

/** As many as were found, or more if the output states more: its middle may be gone. */
export function failuresOf({ diagnostics, failures }: ParsedOutput): number {
  return Math.max(diagnostics.length, failures ?? 0)
}

function merge(left: KnownOutput, right: KnownOutput): KnownOutput {
  const [a, b] = [left.parsed, right.parsed]
  const parsed = {
    diagnostics: [...a.diagnostics, ...b.diagnostics],
    tests_run: a.tests_run === null ? b.tests_run : a.tests_run + (b.tests_run ?? 0),
    ran_test_ids: a.ran_test_ids && b.ran_test_ids ? [...a.ran_test_ids, ...b.ran_test_ids] : null,
  }
  return {
    parsed: withStated(parsed, failuresOf(a) + failuresOf(b)),
    against: left.against + right.against,
    passes_last: left.passes_last || right.passes_last,
    parser: `${left.parser}+${right.parser}`,
  }
}
