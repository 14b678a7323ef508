import { posix } from "node:path"
import { compileGlob } from "@proofloop/foundation/files"
import { type ChangeSet, lenientText, strictText } from "@proofloop/foundation/git"
import type { PythonVersion, ScriptAttempt, SyntaxProblem } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { isUnable } from "../../parsers/unable_error.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type CriticVerdict, partialVerdict, type Violation } from "../verdict.ts"
import { conflictMarkers } from "./conflict_markers.ts"
import { dataProblems } from "./data_problems.ts"
import { inUtf8, sourceText } from "./file_text.ts"
import { syntaxFormat, type SyntaxFormat } from "./formats.ts"
import { newProblems } from "./new_problems.ts"
import { pythonFileProblems } from "./python_files.ts"
import { encodingViolation, type Language, LANGUAGES, syntaxViolations } from "./syntax_violations.ts"
import { isBrokenOnPurpose, isSkeleton, isTemplate } from "./template_paths.ts"
import { treeFormatProblems } from "./tree_problems.ts"

export interface SyntaxOptions {
  readonly python_version: PythonVersion
  readonly exclude: readonly string[]
  /** A problem that the file had before is told as well. */
  readonly strict: boolean
}

interface Source {
  readonly path: string
  readonly text: string
  readonly format: SyntaxFormat
  readonly before: Uint8Array | null
}

/** Every file that exists after the change and does not parse. Files that cannot be read are told beside the findings. */
export async function judgeFiles(
  change: ChangeSet,
  facts: RepositoryFacts,
  options: SyntaxOptions,
): Promise<CriticVerdict> {
  const found = new Map<string, readonly Violation[]>()
  const sources = await sourcesOf(change, facts, options, found)
  const reasons = new Set<string>()
  const judge = async (read: () => Promise<void>, path?: string) => {
    try {
      await read()
    } catch (error) {
      if (!isUnable(error)) throw error
      reasons.add(path === undefined ? error.message : `${path}: ${error.message}`)
    }
  }

  const scripts = sources.filter(({ format }) => format === "script")
  await judge(async () => {
    const asked = scripts.map(({ path, text }) => ({ path, text, attempts: scriptAttempts(path) }))
    const problems = asked.length === 0 ? [] : await (await loadParsers()).scriptProblems(asked)
    for (const [index, { path, text, before }] of scripts.entries()) {
      const own = problems[index] ?? []
      const old = own.length === 0 || options.strict ? null : strictText(before)
      const [known = []] =
        old === null
          ? []
          : await (await loadParsers()).scriptProblems([{ path, text: old, attempts: scriptAttempts(path) }])
      const fresh = newProblems({ text, problems: own }, { text: old ?? "", problems: known })
      found.set(path, syntaxViolations(path, text, scriptLanguage(path), fresh))
    }
  })
  for (const { path, text, format, before } of sources) {
    if (format === "script") continue
    await judge(async () => {
      const problems = await problemsOf({ path, text, format, before }, options, change, facts)
      found.set(path, syntaxViolations(path, text, dataLanguage(format), problems))
    }, path)
  }

  const violations = change.files.flatMap(({ path }) => found.get(path) ?? [])
  return partialVerdict(violations, reasons)
}

/** The files to read; files that are not text go into `found`. */
async function sourcesOf(
  change: ChangeSet,
  facts: RepositoryFacts,
  { exclude, strict }: SyntaxOptions,
  found: Map<string, readonly Violation[]>,
): Promise<Source[]> {
  const excluded = exclude.map((pattern) => compileGlob(pattern))
  const sources: Source[] = []
  for (const { path, before, after } of change.files) {
    const format = syntaxFormat(path)
    if (after === null || format === undefined || excluded.some((matches) => matches(path))) continue
    if (isOtherLanguage(path, after) || (await isTemplate(path, facts))) continue
    if (isBrokenOnPurpose(path) && conflictMarkers(lenientText(after) ?? "").length === 0) continue
    const source = sourceText(after, path, strict ? null : before)
    if ("problem" in source) found.set(path, [encodingViolation(path, source.problem)])
    else if (!isTerminalOutput(source.text) && (!mayBeSkeleton(format) || !isSkeleton(path, source.text)))
      sources.push({ path, text: source.text, format, before: inUtf8(before) })
  }
  return sources
}

/** Whether a text has colours of a terminal as they are sent to it: what a program printed, and no source. */
function isTerminalOutput(text: string): boolean {
  const colours = text.match(/\u001B\[[\d;]{0,40}m/g)?.length ?? 0
  return colours > 0 && colours >= text.split("\n").length / 2
}

function problemsOf(
  { path, text, format, before }: Source & { readonly format: Exclude<SyntaxFormat, "script"> },
  { python_version, strict }: SyntaxOptions,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly SyntaxProblem[]> {
  switch (format) {
    case "python":
      return pythonFileProblems({ text, before, version: python_version, strict }, change, facts)
    case "go":
    case "rust":
    case "java":
    case "csharp":
    case "cpp":
    case "ruby":
    case "php":
    case "kotlin":
      return treeFormatProblems(format, { path, text, before }, change, facts)
    default:
      return freshDataProblems(format, { path, text, before }, strict)
  }
}

/** What a data file had before is how its tool writes it, such as `NaN` in JSON. */
async function freshDataProblems(
  format: Parameters<typeof dataProblems>[0],
  { path, text, before }: Pick<Source, "path" | "text" | "before">,
  strict: boolean,
): Promise<readonly SyntaxProblem[]> {
  const problems = await dataProblems(format, path, text, before)
  const old = strict || problems.length === 0 ? null : strictText(before)
  if (old === null) return problems
  return newProblems(
    { text, problems },
    { text: old, problems: await dataProblems(format, path, old, before) },
  )
}

function mayBeSkeleton(format: SyntaxFormat): boolean {
  return ["python", "script", "ruby", "php", "xml"].includes(format)
}

function scriptLanguage(path: string): Language {
  return /\.[mc]?tsx?$/i.test(path) ? LANGUAGES.typescript : LANGUAGES.javascript
}

function dataLanguage(format: Exclude<SyntaxFormat, "script">): Language {
  if (format === "jsonc") return LANGUAGES.json
  return format === "json_or_yaml" ? LANGUAGES.yaml : LANGUAGES[format]
}

/** The ways to read a file, most likely first. JavaScript may always hold JSX, since bundlers read it in `.js` too. */
function scriptAttempts(path: string): readonly ScriptAttempt[] {
  const lower = path.toLowerCase()
  if (/\.d\.[mc]?ts$/.test(lower)) return declarations
  switch (posix.extname(lower)) {
    case ".ts":
    case ".mts":
      return [reading("ts", "module")]
    case ".cts":
      return [reading("ts", "commonjs")]
    case ".tsx":
      return [reading("tsx", "module")]
    case ".mjs":
      return [reading("jsx", "module")]
    case ".cjs":
      return [reading("jsx", "commonjs"), reading("jsx", "script")]
    default:
      return javascript
  }
}

const declarations: readonly ScriptAttempt[] = [reading("dts", "module"), reading("dts", "commonjs")]

const javascript: readonly ScriptAttempt[] = [
  reading("jsx", "module"),
  reading("jsx", "commonjs"),
  reading("jsx", "script"),
]

function reading(lang: ScriptAttempt["lang"], sourceType: ScriptAttempt["sourceType"]): ScriptAttempt {
  return { lang, sourceType, showSemanticErrors: true }
}

/** Files with a script's extension in another language: Flow, Qt's translations, MPEG streams. */
function isOtherLanguage(path: string, bytes: Uint8Array): boolean {
  if (!/\.[mc]?[jt]sx?$/i.test(path)) return false
  const head = bytes.subarray(0, 2000)
  const text = new TextDecoder("latin1").decode(head)
  if (/\.m?ts$/i.test(path)) return isStream(head) || /^\s{0,100}<(?:\?xml|!DOCTYPE TS)/.test(text)
  return text.includes("@flow")
}

/** Packets of MPEG, each with its sign (ISO 13818-1). */
function isStream(head: Uint8Array): boolean {
  const next = head[PACKET_BYTES] ?? PACKET_SIGN
  return head.includes(0) && head[0] === PACKET_SIGN && next === PACKET_SIGN
}

const PACKET_SIGN = 0x47
const PACKET_BYTES = 188
