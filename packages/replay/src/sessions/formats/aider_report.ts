import { sha256Hex } from "@proofloop/foundation/text"
import type { CallResult, OpenCall } from "../conversation.ts"
import { READING } from "../tool_annotations.ts"

const MAX_LINES = 20_000
const APPLIED = /^(?:Applied edit to|Created) (.{1,1000})$/
const FAILED_EDIT =
  /^(?:The LLM did not conform to the edit format|# \d{1,4} SEARCH\/REPLACE blocks? failed to match|Malformed response|Invalid edit|Can't edit |Skipping edits to |Unable to apply)/
const LINT_HEADING = "# Fix any errors below, if possible."
const LINT_COMMAND = /^## Running: (.{1,1000})$/
const RUNNING = /^Running (.{1,1000})$/
const TESTS_FAILED = "Attempt to fix test errors?"
/** What ends the lines that belong to an error or a command. */
const OTHER =
  /^(?:Commit [0-9a-f]{6,40} |Diff since |You can use \/undo|Tokens: |Cost: |Only \d{1,4} reflections allowed|summarizer |Added .{1,1000} to the chat)|\(Y\)es\/\(N\)o/
/** Aider asks this about each file that a reply names, and then repeats the reply's request with the added ones. */
const ADDED = /^Add (?:file|URL) to the chat\?.{0,200}(?:[:\]] {0,4})(?:y|yes|a|all)$/i
const LINK = "https://aider.chat/"

interface Reported {
  readonly call: OpenCall
  readonly result: CallResult
}

/** What the client reports after a reply or of a user's command; without an observation where it says only that something ran. */
export class AiderReport {
  readonly #commands: RanCommand[] = []
  readonly #applied: string[] = []
  readonly #rejected: string[] = []
  /** How many commands ran before the edit. */
  #edit_at: number | undefined
  readonly #added: string[] = []
  /** The line before, which names what is asked about. */
  #subject = ""
  #lines = 0
  /** Where continuation lines go. */
  #into: string[] | undefined

  constructor(given?: { readonly tool: string; readonly command: string }) {
    if (given !== undefined) this.#begin(given.tool, given.command)
  }

  get has_lines(): boolean {
    return this.#lines > 0
  }

  get is_of_command(): boolean {
    return this.#commands.length > 0 && this.#edit_at === undefined
  }

  add(text: string): void {
    this.#lines += 1
    if (this.#lines > MAX_LINES || text.startsWith(LINK)) return
    if (ADDED.test(text)) this.#added.push(this.#subject)
    this.#subject = text
    const applied = APPLIED.exec(text)?.[1]
    const command = RUNNING.exec(text)?.[1]
    if (applied !== undefined) {
      this.#edit_at ??= this.#commands.length
      this.#applied.push(applied)
    } else if (FAILED_EDIT.test(text)) {
      this.#edit_at ??= this.#commands.length
      this.#rejected.push(text)
      this.#into = this.#rejected
    } else if (text.startsWith(LINT_HEADING)) this.#begin("lint", "")
    else if (text.startsWith(TESTS_FAILED)) this.#begin("test", "")
    else if (command !== undefined) this.#begin("run", command)
    else if (OTHER.test(text)) this.#into = undefined
    else this.#detail(text)
  }

  /** The calls it tells of, in the order the client made them. An edit is told from others by what the reply holds. */
  calls(reply: readonly string[]): readonly Reported[] {
    const calls = this.#commands.map(reportedCommand)
    if (this.#edit_at !== undefined) calls.splice(this.#edit_at, 0, this.#edit(reply))
    return this.#added.length === 0 ? calls : [...calls, this.#addition()]
  }

  #begin(tool: string, command: string): void {
    const lines: string[] = []
    this.#commands.push({ tool, command, lines })
    this.#into = lines
  }

  #detail(text: string): void {
    const command = LINT_COMMAND.exec(text)?.[1]
    const last = this.#commands.at(-1)
    if (command !== undefined && last?.tool === "lint") last.command ||= command
    this.#into?.push(text)
  }

  /** The reply asked for files and got them: it is more than prose. */
  #addition(): Reported {
    const call = { tool: "add_files", arguments: { files: this.#added }, annotations: READING }
    return { call, result: { observation: this.#added.join("\n") } }
  }

  #edit(reply: readonly string[]): Reported {
    const applied = this.#applied.map((file) => `Applied edit to ${file}`)
    const call: OpenCall = {
      tool: "apply_edits",
      arguments: { files: [...new Set(this.#applied)], edits: editsDigest(reply) },
      annotations: { kind: "edit" },
    }
    const observation = [...applied, ...this.#rejected].join("\n").trim()
    return { call, result: { observation, failed: this.#rejected.length > 0 } }
  }
}

const FENCE = "```"

/** Digest of the blocks of a reply, each with the line above it, its file; of the whole reply where it has none. */
function editsDigest(reply: readonly string[]): string {
  let is_fenced = false
  const blocks = reply.filter((line, index) => {
    if (line.startsWith(FENCE)) is_fenced = !is_fenced
    return is_fenced || reply[index + 1]?.startsWith(FENCE) === true
  })
  const edits = blocks.length > 0 ? blocks : reply
  return sha256Hex(edits.join("\n")).slice(0, 16)
}

interface RanCommand {
  readonly tool: string
  command: string
  readonly lines: readonly string[]
}

function reportedCommand({ tool, command, lines }: RanCommand): Reported {
  const text = lines.join("\n").trim()
  const annotations = tool === "run" ? undefined : ({ evidence_role: "verification" } as const)
  return {
    call: { tool, arguments: { command }, annotations },
    result: { observation: text === "" ? null : text, failed: tool === "lint" ? true : undefined },
  }
}
