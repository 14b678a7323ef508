import { outsideKind } from "../environment.ts"
import { createLiteralIndex } from "../literals.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { readAtFrames } from "./traceback/at_frames.ts"
import type { ErrorBlock, ErrorReader } from "./traceback/error_block.ts"
import { readGoPanic, readRustPanic } from "./traceback/panic.ts"
import { readPhp } from "./traceback/php.ts"
import { readPython } from "./traceback/python.ts"
import { readRuby } from "./traceback/ruby.ts"

/** Finders of errors, each with marks: every text in which it finds an error holds at least one. */
const readers: readonly (readonly [read: ErrorReader, ...marks: readonly string[]])[] = [
  [readPython, "Traceback (most", 'File "'],
  [readGoPanic, "\ngoroutine "],
  [readRustPanic, "panicked at "],
  [readPhp, "atal error: ", "Parse error: "],
  [readRuby, ":in `", ":in '", ": syntax error"],
  [readAtFrames, "at "],
]
const marks = createLiteralIndex(readers.map(([, ...marks]) => marks))
const MAX_ERRORS = 64
const INDENTED = /^\s{1,16}(?:at |File ")/m
/** The other lines that errors are known by. */
const HEADERS =
  /Traceback \(most|panic: |panicked at|fatal error: |(?:Fatal|Parse) error: |:in [`']|: syntax error/

/**
 * Errors with their stacks that a program printed outside a test runner: Python, Node, the JVM, .NET, Ruby, PHP, Go,
 * Rust. The location is the innermost frame outside libraries. What the program printed around them is none of theirs.
 */
export const tracebackParser: OutputParser = {
  name: "traceback",
  recognises: () => true,
  parse: (text) => {
    const readers = readersOf(text)
    if (readers.length === 0) return null
    const lines = text.split("\n")
    const blocks = findBlocks(lines, readers)
    if (blocks.length === 0 || !(INDENTED.test(text) || HEADERS.test(text))) return null
    const diagnostics = unique(blocks.map(({ diagnostic }) => withKind(diagnostic)))
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

function readersOf(text: string): readonly ErrorReader[] {
  const marked = marks.find(text)
  return readers.flatMap(([read], index) => (marked[index] === 1 ? [read] : []))
}

interface PlacedBlock extends ErrorBlock {
  readonly start: number
}

function findBlocks(lines: readonly string[], readers: readonly ErrorReader[]): readonly PlacedBlock[] {
  const blocks: PlacedBlock[] = []
  for (let start = 0; start < lines.length && blocks.length < MAX_ERRORS;) {
    const block = blockAt(lines, start, readers)
    const end = Math.max(block?.end ?? 0, start + 1)
    if (block !== null) blocks.push({ diagnostic: block.diagnostic, start, end })
    start = end
  }
  return blocks
}

function blockAt(
  lines: readonly string[],
  start: number,
  readers: readonly ErrorReader[],
): ErrorBlock | null {
  if (lines[start] === "") return null
  for (const read of readers) {
    const block = read(lines, start)
    if (block !== null) return block
  }
  return null
}

function withKind(diagnostic: ParsedDiagnostic): ParsedDiagnostic {
  const kind = outsideKind(diagnostic.message)
  return kind === null ? diagnostic : { ...diagnostic, kind }
}

/** PHP prints an error to its log and to the page. */
function unique(diagnostics: readonly ParsedDiagnostic[]): readonly ParsedDiagnostic[] {
  const seen = new Set<string>()
  return diagnostics.filter((diagnostic) => {
    const { kind, code, location, message } = diagnostic
    // Only the message may hold a line break.
    const key = `${kind}\n${code ?? ""}\n${location?.path ?? ""}\n${message}`
    return seen.size < seen.add(key).size
  })
}
