import type { DiagnosticKind } from "../../protocol/diagnostic.ts"
import { failureKind } from "../environment.ts"
import { isFailingLine } from "../failing_line.ts"
import { isNoiseLine } from "../noise_line.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { withoutSourceEcho } from "./source_echo.ts"

const SHORT_OUTPUT = 40
const KEPT_AT_EACH_END = 32

interface LinesParser extends OutputParser {
  parse(text: string): ParsedOutput
}

/**
 * Any output, line by line, when no parser knows better. Of up to 40 lines all but pure noise are kept; of more, the
 * failing lines and the line after each, the first and last 32 of them. Never null.
 */
export const linesParser: LinesParser = {
  name: "lines",
  recognises: () => true,
  parse: (text) => ({ diagnostics: toDiagnostics(text), tests_run: null, ran_test_ids: null }),
}

function toDiagnostics(text: string): readonly ParsedDiagnostic[] {
  const lines = withoutSourceEcho(
    text
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line) => line !== ""),
  )
  const telling = lines.length <= SHORT_OUTPUT ? withoutNoise(lines) : failingWithContext(lines)
  const kind: DiagnosticKind = failureKind(text, undefined) ?? "runtime"
  return bothEnds(telling).map((line) => ({ kind, message: line.trim() }))
}

function withoutNoise(lines: readonly string[]): readonly string[] {
  const telling = lines.filter((line) => !isNoiseLine(line))
  return telling.length === 0 ? lines : telling
}

function failingWithContext(lines: readonly string[]): readonly string[] {
  const telling: string[] = []
  let wasFailing = false
  for (const line of lines) {
    const failing = isFailingLine(line)
    if ((failing || wasFailing) && !isNoiseLine(line)) telling.push(line)
    wasFailing = failing
  }
  return telling.length === 0 ? withoutNoise(lines.slice(-KEPT_AT_EACH_END)) : telling
}

function bothEnds(lines: readonly string[]): readonly string[] {
  if (lines.length <= 2 * KEPT_AT_EACH_END) return lines
  return [...lines.slice(0, KEPT_AT_EACH_END), ...lines.slice(-KEPT_AT_EACH_END)]
}
