import { failureKind } from "../environment.ts"
import { isFailingLine } from "../failing_line.ts"
import { isNoiseLine } from "../noise_line.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { readAtFrames } from "./traceback/at_frames.ts"
import type { ErrorBlock, ErrorReader } from "./traceback/error_block.ts"
import { readGoPanic, readRustPanic } from "./traceback/panic.ts"
import { readPhp } from "./traceback/php.ts"
import { readPython } from "./traceback/python.ts"
import { readRuby } from "./traceback/ruby.ts"

const READERS: readonly ErrorReader[] = [
  readPython,
  readGoPanic,
  readRustPanic,
  readPhp,
  readRuby,
  readAtFrames,
]
const MAX_ERRORS = 64
const MAX_OTHERS = 16
const MARK =
  /^\s{1,16}at |Traceback \(most|^\s{1,16}File "|panic: |panicked at|fatal error: |(?:Fatal|Parse) error: |:in [`']|: syntax error/m
const FRAME_OF_NODE = /^(?:node:|file:\/\/|\/|[A-Za-z]:\\)\S{0,1024}:\d{1,9}$|^\s{1,64}throw |^Node\.js v\d/

/**
 * Errors with their stacks that a program printed outside a test runner: Python, Node, the JVM, .NET, Ruby, PHP, Go, Rust. The
 * location is the innermost frame that is no library's. Failing lines around them are failures of their own.
 */
export const tracebackParser: OutputParser = {
  name: "traceback",
  recognises: (text) => MARK.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const errors: ParsedDiagnostic[] = []
    const others: ParsedDiagnostic[] = []
    for (let at = 0; at < lines.length && errors.length < MAX_ERRORS;) {
      const block = blockAt(lines, at)
      if (block !== null) errors.push(withKind(block.diagnostic))
      else if (others.length < MAX_OTHERS && isTelling(lines, at))
        others.push({ kind: "runtime", message: (lines[at] ?? "").trim() })
      at = block === null ? at + 1 : Math.max(block.end, at + 1)
    }
    if (errors.length === 0) return null
    return { diagnostics: unique([...errors, ...others]), tests_run: null, ran_test_ids: null }
  },
}

function blockAt(lines: readonly string[], at: number): ErrorBlock | null {
  if ((lines[at] ?? "") === "") return null
  for (const read of READERS) {
    const block = read(lines, at)
    if (block !== null) return block
  }
  return null
}

/** A failing line of the program's own; not the source that Node shows above an error. */
function isTelling(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ""
  const is_echo = FRAME_OF_NODE.test(line) || FRAME_OF_NODE.test(lines[at - 1] ?? "")
  return line.length <= 2000 && !is_echo && isFailingLine(line) && !isNoiseLine(line)
}

function withKind(diagnostic: ParsedDiagnostic): ParsedDiagnostic {
  const kind = failureKind(diagnostic.message, undefined)
  return kind === "environment" || kind === "timeout" ? { ...diagnostic, kind } : diagnostic
}

/** PHP prints an error to its log and to the page. */
function unique(diagnostics: readonly ParsedDiagnostic[]): readonly ParsedDiagnostic[] {
  const seen = new Set<string>()
  return diagnostics.filter((diagnostic) => {
    const key = JSON.stringify(diagnostic)
    return seen.size < seen.add(key).size
  })
}
