import { strictText } from "@proofloop/foundation/git"
import { denylistSummary } from "@proofloop/foundation/paths"
import type { Message } from "@proofloop/runtime"
import type { Subtask } from "../../planning/plan.ts"
import { dataBlock, DATA_NOTE, promptLine, fileBlock } from "../../prompts/data_block.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { retryBlock, type RetryFeedback } from "./retry_block.ts"
import { scopeBoundaries } from "./scope_boundaries.ts"

export interface WorkerRules extends FileCaps {
  /** The build is broken: no manifest may change. Default false. */
  readonly compile_fix_mode?: boolean | undefined
  /** Rules of the house, put below the system prompt. Default: none. */
  readonly house_rules?: string | undefined
}

export interface WorkerPromptOptions extends WorkerRules {
  readonly repository: string
  /** Languages of the repository; the prompt names the first five. Default none. */
  readonly languages?: readonly string[] | undefined
  readonly facts: RepositoryFacts
  /** Why the attempt before was rejected; a first attempt has none. */
  readonly retry?: RetryFeedback | undefined
  /** Callers, in other files, of the public symbols of the files. Default: not told. */
  readonly callers?: readonly SymbolCallers[] | undefined
}

export interface SymbolCallers {
  readonly symbol: string
  /** "src/app.py:12" */
  readonly callers: readonly string[]
}

const MAX_TREE = 40
const MAX_CALLERS = 5
const MAX_SYMBOLS = 40
const MAX_DESCRIPTION = 4000

/** A worker's prompt for one attempt, with the files as they are now. @requirement critics.prompts, critics.G4 */
export async function workerPrompt(
  subtask: Pick<Subtask, "title" | "description" | "file_hints" | "action">,
  options: WorkerPromptOptions,
): Promise<readonly Message[]> {
  const { facts, retry, compile_fix_mode = false } = options
  const sections = [
    taskSection(subtask, options),
    scopeBoundaries(subtask.file_hints),
    ...(retry === undefined ? [] : [retryBlock(retry)]),
    await currentFiles(subtask.file_hints, facts, options),
    ...callersSection(options.callers ?? []),
    await treeSection(facts),
    ANSWER,
    `## RULES\n\n- At most 5 patches.\n- ${manifestRule(compile_fix_mode)}`,
    `## FORBIDDEN PATHS\n\nA patch that touches one of these is refused, a delete too:\n${denylistSummary()}`,
  ]
  const house_rules = options.house_rules?.trim() ?? ""
  return [
    { role: "system", content: house_rules === "" ? SYSTEM : `${SYSTEM}\n\n${house_rules}` },
    { role: "user", content: sections.join("\n\n") },
  ]
}

const SYSTEM = `You change code in an existing repository, one small task at a time. You answer with one JSON object and nothing else: no prose before or after it, no Markdown fence around it.
${DATA_NOTE}`

function taskSection(
  { title, description, action }: Pick<Subtask, "title" | "description" | "action">,
  { repository, languages = [] }: WorkerPromptOptions,
): string {
  const spoken = languages.slice(0, 5).map((language) => promptLine(language, 40))
  return `## TASK

Repository: ${promptLine(repository)}
Languages: ${spoken.length === 0 ? "unknown" : spoken.join(", ")}
Task (${action}): ${promptLine(title)}
What to do:
${dataBlock(Array.from(description).slice(0, MAX_DESCRIPTION).join(""))}`
}

function callersSection(symbols: readonly SymbolCallers[]): readonly string[] {
  if (symbols.length === 0) return []
  const lines = symbols.slice(0, MAX_SYMBOLS).map(({ symbol, callers }) => {
    const shown = callers.slice(0, MAX_CALLERS).map((caller) => promptLine(caller, 120))
    const left = callers.length - shown.length
    return `${promptLine(symbol, 120)}: ${shown.join(", ")}${left > 0 ? ` (+${left} more)` : ""}`
  })
  return [
    `## BLAST RADIUS\n\nOther files call these. They break if a name or a signature changes.\n${dataBlock(lines.join("\n"))}`,
  ]
}

async function treeSection(facts: RepositoryFacts): Promise<string> {
  const paths = await facts.paths()
  const left = paths.length - MAX_TREE
  const shown = paths.slice(0, MAX_TREE).map((path) => promptLine(path))
  return `## FILES OF THE REPOSITORY\n\n${dataBlock([...shown, ...(left > 0 ? [`(+${left} more)`] : [])].join("\n"))}`
}

const ANSWER = `## ANSWER

One JSON object of this form:
{
  "commit_message": "fix: one line",
  "patches": [
    { "action": "create" | "modify" | "delete", "path": "relative/path", "content": "the whole new file" }
  ]
}
"content" is the complete file after the change, never a part of it and never a diff. A "delete" has no content.`

/** What a worker must leave alone: what G1 rejects, and the lockfiles beside it. */
const MANIFESTS =
  "package.json, pyproject.toml, setup.py, setup.cfg, requirements*.txt, Cargo.toml, go.mod, Gemfile, composer.json, build.gradle, build.gradle.kts, pom.xml"

/** What a worker is told of build manifests. In compile-fix mode all are closed, listed or not. @requirement critics.G1 */
function manifestRule(is_compile_fix: boolean): string {
  if (is_compile_fix) {
    return `COMPILE-FIX MODE: the build is broken and this run repairs sources to restore Build Integrity. No build manifest and no lockfile may be created, changed or deleted, even if the task lists one (${MANIFESTS}). Repair the source that does not compile.`
  }
  return `Touch a build manifest only if it is among the files to touch (${MANIFESTS}). Never touch a lockfile: its tool writes it.`
}

interface FileCaps {
  /** How many of the hinted files are shown. Default 3. */
  readonly max_files?: number | undefined
  /** How many characters of each. Default 24 000: a model must see the whole file to return the whole file. */
  readonly max_file_characters?: number | undefined
}

const MAX_FILES = 3
const MAX_FILE_CHARACTERS = 24_000

/** The hinted files as they are now. A cut file says so, and must not be written whole. */
async function currentFiles(
  hints: readonly string[],
  facts: RepositoryFacts,
  { max_files = MAX_FILES, max_file_characters = MAX_FILE_CHARACTERS }: FileCaps = {},
): Promise<string> {
  const blocks = await Promise.all(
    hints.slice(0, max_files).map((path) => describeFile(path, facts, max_file_characters)),
  )
  const left = hints.slice(max_files).map((path) => promptLine(path))
  const more = left.length === 0 ? [] : [`Not shown, so not to be rewritten: ${left.join(", ")}`]
  return ["## CURRENT FILES", ...(blocks.length === 0 ? ["(none listed)"] : blocks), ...more].join("\n\n")
}

async function describeFile(path: string, facts: RepositoryFacts, most: number): Promise<string> {
  const bytes = await facts.read(path)
  const head = `### ${promptLine(path)}`
  if (bytes === null) return `${head}\n(there is no such file yet)`
  const text = strictText(bytes)
  if (text === null) return `${head}\n(not text, not shown: do not rewrite it)`
  const shown = firstCodePoints(text, most)
  const is_cut = shown.length < text.length
  const block = fileBlock(is_cut ? `${shown}\n[cut: the rest of this file is not shown]` : text)
  const reasons = [
    ...(is_cut ? [`This file is CUT after ${most} characters.`] : []),
    ...(block.has_secrets ? ["A secret in this file is shown as [redacted]."] : []),
  ]
  if (reasons.length === 0) return `${head}\n${block.text}`
  return `${head}
${block.text}
${reasons.join(" ")} You have not seen all of it, so do NOT return it whole: what you leave out would be deleted. Do the task in another listed file, or return no patch for this one.`
}

function firstCodePoints(text: string, most: number): string {
  let end = 0
  for (let count = 0; count < most && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}
