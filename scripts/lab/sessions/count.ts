import { linesOf } from "./json.ts"
import { readings } from "./readings.ts"

export interface CountedCall {
  readonly tool: string
  readonly edits: boolean
  readonly checks: boolean
  /** A pipe or a list of commands ends with the status of its last: that it passed says nothing of the others. */
  readonly is_hidden: boolean
  answered: boolean
  failed: boolean | undefined
}

export interface Count {
  /** Thread by thread. */
  readonly calls: readonly CountedCall[]
  /** Results whose id no call has. */
  readonly lost: number
}

/** The calls of a recording, read without any importer: by JSON.parse, one rule a format, and ids. */
export function countCalls(format: string, text: string): Count {
  const threads = new Map<string, CountedCall[]>([["", []]])
  const by_id = new Map<string, CountedCall[]>()
  const seen = new Set<string>()
  const lost = new Set<string>()
  for (const mention of readings[format]?.(linesOf(text), text) ?? []) {
    const { id, tool, answers } = mention
    const is_copy = mention.is_unique === true && id !== undefined && seen.has(id)
    let own: CountedCall | undefined
    if (tool !== undefined && !is_copy) {
      own = { tool, ...whatItDoes(tool, mention.args), answered: false, failed: undefined }
      const { thread = "" } = mention
      threads.set(thread, [...(threads.get(thread) ?? []), own])
      if (id !== undefined) by_id.set(id, [...(by_id.get(id) ?? []), own])
    }
    if (id !== undefined && tool !== undefined) seen.add(id)
    if (answers === undefined || is_copy) continue
    const waiting = id === undefined ? [...threads.values()].flat() : (by_id.get(id) ?? [])
    const of_tool = waiting.filter((call) => call.tool === (mention.answers_tool ?? call.tool))
    const call = own ?? of_tool.find(({ answered }) => !answered)
    if (call !== undefined) answer(call, mention.failed)
    else if (id !== undefined && !seen.has(id)) lost.add(id)
  }
  return { calls: [...threads.values()].flat(), lost: lost.size }
}

function answer(call: CountedCall, failed: boolean | undefined): void {
  call.answered = true
  call.failed = failed === false && call.is_hidden ? undefined : failed
}

const EDITS =
  /^(?:developer__)?(?:edit|multi_?edit|write|notebook_?edit|apply_?patch|applied_?diff|apply_diff|write_file|write_to_file|replace|replace_in_file|edited_?existing_?file|new_?file_?created|file_?deleted|edit_?file|create(?:_or_update)?(?:_file)?|insert|insert_content|search_and_replace|apply_edits)$/i
const EDITORS =
  /^(?:developer__)?(?:str_replace_editor|str_replace_based_edit_tool|edit_anthropic|text_editor|file_editor)$/
const PATCH_LINE = /^\s*(?:cd [^\n&;]+&& *)?apply_?patch\b/
/** Words before the program: settings, `sudo`, `npx`, its folder. */
const BEFORE =
  /^(?:(?:\w+=\S*|npx|bunx|rtk|time|sudo|exec|uv run|poetry run|npm exec|pnpm(?: --filter \S+)? exec|mise exec --|timeout (?:-\S+ )*\S+|(?:\S*\/)?python[\d.]* -m|node(?= \S*\.bin\/)|python3(?= \S*\/mvn ))\s+)*(?:[\w.~$/-]*\/)?/
const CHECKS =
  /^(?!.*--(?:version|collect-only|no-run))(?:pytest|vitest|jest|mocha|phpunit|rspec|tsc|eslint|flake8|mypy|pyright|golangci-lint|ruff (?:check|format --check)|(?:black|isort|prettier)\s.*--check|cargo(?: \+\w+)? (?:test|check|clippy|build|nextest|fmt .*--check)|go (?:test|vet|build)|node --test|swift (?:build|test)|(?:npm|pnpm|yarn|bun|mise|make|just|task)(?:\.cmd)?(?: (?:run|exec|--\S+(?: @?[\w/.*-]+)?|-\w+ \S+|-\w+))* (?:check|compile|test|e2e|lint|type-?check|build|tsc|vitest|css:build)(?:[:-][\w:-]+)?|make$|(?:mvnw?|gradlew?)\b.* (?:test|verify|build|compile|package|check)|dotnet (?:test|build)|(?:python3?|node|bash|sh) (?:[\w.~-]*\/)*(?:[\w-]*[_-])?(?:test|check|verify)(?:[_-][\w-]+)?\.\w+)(?![\w/-])/
const SHELL_TOOLS = /bash|shell|exec|command|terminal|^run$/i
const SHELL_LINE = /(?:sh|sh\.exe"|powershell) -(?:l?c|Command) (["'])([\s\S]*?)\1/g

function whatItDoes(tool: string, args: unknown): Pick<CountedCall, "edits" | "checks" | "is_hidden"> {
  const line = lineOf(tool, args)
  if (EDITORS.test(tool)) return { edits: !/^(?:\w+ )?view\b/.test(line), checks: false, is_hidden: false }
  const edits = (EDITS.test(tool) && typeof args !== "string") || PATCH_LINE.test(line)
  const bare = line.replaceAll(SHELL_LINE, "; $2 ;").replaceAll(/"[^"]*"|'[^']*'/g, "Q")
  const segments = bare.split(/&&|\|\||[;|\n()]/).map((segment) => segment.trim().replace(BEFORE, ""))
  return {
    edits,
    checks: !edits && segments.some((segment) => CHECKS.test(segment)),
    is_hidden: tool === "write_stdin" || /[|;\n]|&\s*$/.test(line),
  }
}

/** The command line of a call: at `command` or `cmd`, else the only text of a shell. */
function lineOf(tool: string, args: unknown): string {
  const { command, cmd, ...rest } = Object(args) as Record<string, unknown>
  const [only] = SHELL_TOOLS.test(tool) && Object.values(rest).length === 1 ? Object.values(rest) : []
  const said = command ?? cmd ?? only
  const line = typeof args === "string" ? args : Array.isArray(said) ? said.at(-1) : said
  return typeof line === "string" ? line.replace(/REQ_APP$/, "") : ""
}
