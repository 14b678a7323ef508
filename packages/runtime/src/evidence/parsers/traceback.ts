import { failureKind } from "../environment.ts"
import { isFailingLine } from "../failing_line.ts"
import { createLiteralIndex } from "../literals.ts"
import { isNoiseLine } from "../noise_line.ts"
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
const MAX_OTHERS = 16
const INDENTED = /^\s{1,16}(?:at |File ")/m
/** The other lines that errors are known by. */
const HEADERS =
  /Traceback \(most|panic: |panicked at|fatal error: |(?:Fatal|Parse) error: |:in [`']|: syntax error/
const FRAME_OF_NODE = /^(?:node:|file:\/\/|\/|[A-Za-z]:\\)\S{0,1024}:\d{1,9}$|^\s{1,64}throw |^Node\.js v\d/

/**
 * Errors with their stacks that a program printed outside a test runner: Python, Node, the JVM, .NET, Ruby, PHP, Go,
 * Rust. The location is the innermost frame outside libraries. Failing lines around a stack are separate failures.
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
    const errors = blocks.map(({ diagnostic }) => withKind(diagnostic))
    const diagnostics = unique([...errors, ...othersBetween(lines, blocks)])
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

/** The first failing lines outside the blocks, up to where they were looked for. */
function othersBetween(
  lines: readonly string[],
  blocks: readonly PlacedBlock[],
): readonly ParsedDiagnostic[] {
  const others: ParsedDiagnostic[] = []
  const last = blocks.length === MAX_ERRORS ? (blocks.at(-1)?.end ?? 0) : lines.length
  let next = 0
  for (let at = 0; at < last && others.length < MAX_OTHERS; at += 1) {
    const block = blocks[next]
    if (block?.start === at) {
      at = block.end - 1
      next += 1
    } else if (isTelling(lines, at)) others.push({ kind: "runtime", message: (lines[at] ?? "").trim() })
  }
  return others
}

/** A failing line that the program printed, but not the source line that Node shows above an error. */
function isTelling(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ""
  if (line.length > 2000 || !isFailingLine(line) || isNoiseLine(line)) return false
  return !FRAME_OF_NODE.test(line) && !FRAME_OF_NODE.test(lines[at - 1] ?? "")
}

function withKind(diagnostic: ParsedDiagnostic): ParsedDiagnostic {
  const kind = failureKind(diagnostic.message, undefined)
  return kind === "environment" || kind === "timeout" ? { ...diagnostic, kind } : diagnostic
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
