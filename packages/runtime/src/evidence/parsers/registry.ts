import { type ClippedOutput, clipOutput } from "../clip_output.ts"
import { stripTerminal } from "../terminal.ts"
import { antParser } from "./ant.ts"
import { avaParser } from "./ava.ts"
import { biomeParser } from "./biome.ts"
import { bunTestParser } from "./bun_test.ts"
import { cargoParser } from "./cargo.ts"
import { ctestParser } from "./ctest.ts"
import { dotnetParser } from "./dotnet.ts"
import { parseErrors } from "./errors.ts"
import { eslintParser } from "./eslint.ts"
import { flake8Parser } from "./flake8.ts"
import { gccClangParser } from "./gcc_clang.ts"
import { goTestParser } from "./go_test.ts"
import { gradleParser } from "./gradle.ts"
import { readParsed } from "./host_parser.ts"
import { jasmineParser } from "./jasmine.ts"
import { javacParser } from "./javac.ts"
import { jestParser } from "./jest.ts"
import { junitParser } from "./junit.ts"
import { junitXmlParser } from "./junit_xml.ts"
import { linesParser } from "./lines.ts"
import { markIndex } from "./marks.ts"
import { mavenParser } from "./maven.ts"
import { minitestParser } from "./minitest.ts"
import { mochaParser } from "./mocha.ts"
import { mypyParser } from "./mypy.ts"
import { nodeTestParser } from "./node_test.ts"
import { oxlintParser } from "./oxlint.ts"
import type { OutputParser, ParsedOutput } from "./parser.ts"
import { phpunitParser } from "./phpunit.ts"
import { playwrightParser } from "./playwright.ts"
import { proveParser } from "./prove.ts"
import { pylintParser } from "./pylint.ts"
import { pyrightParser } from "./pyright.ts"
import { pytestParser } from "./pytest.ts"
import { rspecParser } from "./rspec.ts"
import { ruffParser } from "./ruff.ts"
import { stripScriptPrefixes } from "./script_prefix.ts"
import { withStated } from "./stated.ts"
import { tapParser } from "./tap.ts"
import { tscParser } from "./tsc.ts"
import { unittestParser } from "./unittest.ts"
import { uvuParser } from "./uvu.ts"
import { vitestParser } from "./vitest.ts"

/** The tools whose output is understood, in the order they are tried. */
export const defaultParsers: readonly OutputParser[] = [
  nodeTestParser,
  vitestParser,
  jestParser,
  mochaParser,
  jasmineParser,
  avaParser,
  uvuParser,
  playwrightParser,
  bunTestParser,
  tapParser,
  proveParser,
  junitXmlParser,
  tscParser,
  eslintParser,
  oxlintParser,
  biomeParser,
  pytestParser,
  unittestParser,
  goTestParser,
  flake8Parser,
  pylintParser,
  ruffParser,
  mypyParser,
  pyrightParser,
  cargoParser,
  gccClangParser,
  ctestParser,
  rspecParser,
  minitestParser,
  phpunitParser,
  javacParser,
  mavenParser,
  gradleParser,
  junitParser,
  antParser,
  dotnetParser,
]
const builtIn: ReadonlySet<OutputParser> = new Set(defaultParsers)

const MAX_COMMAND = 4096

export interface ReadOutput {
  readonly parsed: ParsedOutput
  /** Name of the parser, names joined by "+" if the output is of several tools, "lines" if no parser knew it. */
  readonly parser: string
}

interface KnownOutput extends ReadOutput {
  /**
   * Failures that speak against an exit code 0: those that test runners report, for a test that passes may print what looks
   * like an error of another tool; without a test runner all of them.
   */
  readonly against: number
}

/**
 * Reads what a command printed with the parsers that know it, by default the built-in ones, else line by line. Never
 * throws.
 */
export function parseOutput(
  text: string,
  command?: string,
  parsers: readonly OutputParser[] = defaultParsers,
): ReadOutput {
  const clean = cleanOutput(text)
  const known = parseKnown(clean, command, parsers)
  if (known !== null) return { parsed: known.parsed, parser: known.parser }
  return parseErrors(clean.text) ?? { parsed: linesParser.parse(clean.text), parser: linesParser.name }
}

/** Output as parsers get it. */
export function cleanOutput(text: string): ClippedOutput {
  const { text: short, clipped } = clipOutput(text)
  return { text: withoutShellTime(stripScriptPrefixes(stripTerminal(short))), clipped }
}

/** What a shell's `time` adds below whatever it ran. */
const SHELL_TIME = /^(?:real|user|sys)\t\d{1,6}m\d{1,2}[.,]\d{1,9}s(?:\n|$)/gm

function withoutShellTime(text: string): string {
  return text.includes("real\t") ? text.replace(SHELL_TIME, "") : text
}

/**
 * Reads clean output with every parser that recognises it, since one command may run several tools; null if none does.
 * A parser of the host that throws, or answers no parsed output, counts as one that does not recognise the output.
 */
export function parseKnown(
  { text, clipped }: ClippedOutput,
  command: string | undefined,
  parsers: readonly OutputParser[],
): KnownOutput | null {
  const found: KnownOutput[] = []
  const marked = markIndex(parsers).find(text)
  for (const [index, parser] of parsers.entries()) {
    if (parser.marks !== undefined && marked[index] === 0 && !isOfCommand(parser, command)) continue
    const parsed = tryParser(parser, text, command)
    if (parsed !== null) found.push({ parsed, against: failuresOf(parsed), parser: parser.name })
  }
  if (found.length === 0) return null
  const { parsed, parser } = found.reduce(merge)
  const runners = found.filter((one) => one.parsed.tests_run !== null)
  const against = (runners.length > 0 ? runners : found).reduce((sum, one) => sum + one.against, 0)
  // The middle of a long output is gone, so no list of tests is known to be complete.
  return { parsed: clipped ? { ...parsed, ran_test_ids: null } : parsed, against, parser }
}

function isOfCommand({ commands }: OutputParser, command: string | undefined): boolean {
  // A search begins at the front, whatever a pattern with a flag "g" found last.
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

/** As many as were found, or more if the output states so: the middle of it may be gone. */
function failuresOf({ diagnostics, failures }: ParsedOutput): number {
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
    parser: `${left.parser}+${right.parser}`,
  }
}
