import { cutCodePoints } from "@proofloop/foundation/text"
import type { SyntaxProblem } from "@proofloop/parsers"
import { unwrapFence } from "../fixes/unwrap_fence.ts"
import type { Violation } from "../verdict.ts"
import { conflictMarkers, conflictViolations } from "./conflict_markers.ts"
import { lineOf } from "./file_text.ts"

export interface Language {
  /** "toml": the rule is toml_syntax. */
  readonly id: string
  readonly name: string
}

export const LANGUAGES = {
  toml: { id: "toml", name: "TOML" },
  json: { id: "json", name: "JSON" },
  yaml: { id: "yaml", name: "YAML" },
  xml: { id: "xml", name: "XML" },
  dockerfile: { id: "dockerfile", name: "Dockerfile" },
  python: { id: "python", name: "Python" },
  javascript: { id: "javascript", name: "JavaScript" },
  typescript: { id: "typescript", name: "TypeScript" },
  ini: { id: "ini", name: "INI" },
  go: { id: "go", name: "Go" },
  rust: { id: "rust", name: "Rust" },
  java: { id: "java", name: "Java" },
  csharp: { id: "csharp", name: "C#" },
  cpp: { id: "cpp", name: "C++" },
  ruby: { id: "ruby", name: "Ruby" },
  php: { id: "php", name: "PHP" },
  kotlin: { id: "kotlin", name: "Kotlin" },
} as const satisfies Record<string, Language>

/** The problems of a file as violations, one a line; an unresolved merge stands alone. */
export function syntaxViolations(
  path: string,
  text: string,
  language: Language,
  problems: readonly SyntaxProblem[],
): Violation[] {
  if (problems.length === 0) return []
  const conflicts = conflictMarkers(text)
  if (conflicts.length > 0) return conflictViolations(path, conflicts)
  const fix = unwrapFence(text)
  return firstOfLines(problems).map(({ message, line, column }, index) => ({
    path,
    line,
    column,
    rule: `${language.id}_syntax`,
    message: `Not valid ${language.name}: ${cutCodePoints(message, 200)}`,
    evidence: cutCodePoints(lineOf(text, line), 120),
    ...(index > 0 || fix === undefined ? {} : { fix }),
  }))
}

/** A parser's later errors on one line mostly follow from the first. */
function firstOfLines(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const sorted = [...problems].sort((one, other) => one.line - other.line || one.column - other.column)
  return sorted.filter(({ line }, index) => line !== sorted[index - 1]?.line)
}

export function encodingViolation(path: string, { message, line, column }: SyntaxProblem): Violation {
  return { path, line, column, rule: "encoding", message: `Not a text: ${message}`, evidence: "UTF-8" }
}
