import { definitions } from "@proofloop/stdlib/critics"
import type { Definition } from "@proofloop/stdlib/internal/critics"
import { isGenerated, type Repository, type TextFile } from "../repository/repository.ts"

const MAX_FILES = 150
const MAX_CHARACTERS = 60_000

export interface Undocumented {
  readonly path: string
  readonly line: number
  readonly name: string
}

/**
 * How many public names the top level of the main language's sources has, and which of them lack a doc comment. Reads
 * at most 150 files that parse, the first by path.
 */
export async function undocumented(
  repository: Repository,
): Promise<{ readonly all: number; readonly missing: readonly Undocumented[] }> {
  const sources = repository.parts[0]?.sources ?? []
  let all = 0
  const missing: Undocumented[] = []
  for await (const file of repository.texts(sources.slice(0, MAX_FILES))) {
    const { path, text } = file
    if (text.length > MAX_CHARACTERS || isGenerated(text)) continue
    const lines = text.split("\n")
    for (const definition of (await definitions(path, text).catch(() => null)) ?? []) {
      if (!isOffered(definition, lines, path)) continue
      all += 1
      if (!isDocumented(definition, lines, file))
        missing.push({ path, line: definition.line, name: definition.name })
    }
  }
  return { all, missing }
}

const KINDS: ReadonlySet<string> = new Set(["function", "class", "interface", "type", "enum"])

function isOffered(definition: Definition, lines: readonly string[], path: string): boolean {
  const { public: is_public, name, qualified_name, kind, line } = definition
  if (!is_public || qualified_name !== name || !KINDS.has(kind)) return false
  return !SCRIPT.test(path) || /^export\b/.test(lines[line - 1] ?? "")
}

const SCRIPT = /\.[cm]?[jt]sx?$/

function isDocumented(definition: Definition, lines: readonly string[], { path }: TextFile): boolean {
  return path.endsWith(".py") ? hasDocstring(definition.line, lines) : hasComment(definition.line, lines)
}

/** A comment that ends right above; decorators and attributes may stand between. */
function hasComment(line: number, lines: readonly string[]): boolean {
  for (let at = line - 2; at >= 0 && at >= line - 30; at -= 1) {
    const text = (lines[at] ?? "").trim()
    if (/^(?:\/\/|\*|\/\*)|\*\/$/.test(text)) return true
    if (!/^(?:@|#\[|\)|\}\)|template|#!\[)|\)\]$/.test(text)) return false
  }
  return false
}

/** A text as the first statement behind the header. */
function hasDocstring(line: number, lines: readonly string[]): boolean {
  for (let at = line - 1; at < Math.min(lines.length, line + 40); at += 1) {
    const text = (lines[at] ?? "").replace(/\s#.{0,400}$/, "").trimEnd()
    if (!text.endsWith(":") && !/:\s{0,4}["']/.test(text)) continue
    const next = lines.slice(at + 1, at + 4).find((one) => one.trim() !== "")
    return /^\s{0,80}[rRuUbB]{0,2}["']/.test(next ?? "") || /:\s{0,4}["']{3}/.test(text)
  }
  return false
}
