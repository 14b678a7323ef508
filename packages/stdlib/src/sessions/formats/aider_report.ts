import type { CallResult, OpenCall } from "../conversation.ts"

const MAX_LINES = 20_000
const APPLIED = /^(?:Applied edit to|Creating empty file|Created) (.{1,1000})$/
const FAILED_EDIT =
  /^(?:The LLM did not conform to the edit format|# \d{1,4} SEARCH\/REPLACE blocks? failed to match|Malformed response|Invalid edit|Can't edit |Skipping edits to |Unable to apply)/
const LINT_HEADING = "# Fix any errors below, if possible."
const LINT_COMMAND = /^## Running: (.{1,1000})$/
const COMMAND_OUTPUT = /^I ran this command:?$/
const RAN_COMMAND = /^Running (?!tests?\b$)(.{1,1000})$/
const NOISE =
  /^(?:Commit [0-9a-f]{6,40} |Diff since |You can use \/undo|Tokens: |Cost: |Attempt to fix .{1,40} errors\?|Add .{1,1000} to the chat\?|https:\/\/aider\.chat\/|Only \d{1,4} reflections allowed|summarizer |Added .{1,1000} to the chat)/

/** A call with its result. */
interface Reported {
  readonly call: OpenCall
  readonly result: CallResult
}

/** What the client reports after a reply, or of a command the user gave it: edits, lint, tests. */
export class AiderReport {
  readonly #given: { readonly tool: string; readonly command: string } | undefined
  readonly #applied: string[] = []
  readonly #rejected: string[] = []
  #lint: string[] | undefined
  #lint_command = ""
  #tests: string[] | undefined
  readonly #words: string[] = []
  #lines = 0
  #into: string[] | undefined

  constructor(given?: { readonly tool: string; readonly command: string }) {
    this.#given = given
  }

  get has_lines(): boolean {
    return this.#lines > 0
  }

  get is_of_command(): boolean {
    return this.#given !== undefined
  }

  add(text: string): void {
    this.#lines += 1
    if (this.#lines > MAX_LINES) return
    const applied = APPLIED.exec(text)?.[1]
    if (this.#given !== undefined) {
      if (!NOISE.test(text)) this.#words.push(text)
    } else if (applied !== undefined) this.#applied.push(applied)
    else if (FAILED_EDIT.test(text)) {
      this.#into = this.#rejected
      this.#rejected.push(text)
    } else if (text.startsWith(LINT_HEADING)) this.#into = this.#lint = []
    else if (COMMAND_OUTPUT.test(text) || RAN_COMMAND.test(text)) {
      this.#into = this.#tests = [text]
    } else if (NOISE.test(text)) {
      // An error that goes on is told by what follows; these lines end it.
      if (!text.startsWith("https:")) this.#into = undefined
    } else this.#detail(text)
  }

  /** The calls it tells of, in the order the client makes them. */
  calls(): readonly Reported[] {
    if (this.#given !== undefined) return [this.#givenCall(this.#given)]
    const calls: Reported[] = []
    if (this.#applied.length + this.#rejected.length > 0) calls.push(this.#edit())
    if (this.#lint !== undefined) {
      const observation = this.#lint.join("\n").trim()
      calls.push(reported("lint", { command: this.#lint_command }, { observation, failed: true }, true))
    }
    if (this.#tests !== undefined) {
      const command =
        RAN_COMMAND.exec(this.#tests[0] ?? "")?.[1] ??
        this.#tests.find((line, index) => index > 0 && line !== "") ??
        ""
      calls.push(reported("run_tests", { command }, { observation: this.#tests.join("\n").trim() }, true))
    }
    return calls
  }

  #detail(text: string): void {
    const command = LINT_COMMAND.exec(text)?.[1]
    if (this.#into === this.#lint && command !== undefined) this.#lint_command ||= command
    this.#into?.push(text)
  }

  #edit(): Reported {
    const is_rejected = this.#rejected.length > 0
    const observation = [...this.#applied.map((file) => `Applied edit to ${file}`), ...this.#rejected].join(
      "\n",
    )
    const call: OpenCall = {
      tool: "apply_edits",
      arguments: { files: [...new Set(this.#applied)] },
      annotations: { kind: "edit" },
    }
    return { call, result: { observation, failed: is_rejected } }
  }

  #givenCall({ tool, command }: { readonly tool: string; readonly command: string }): Reported {
    const observation = this.#words.join("\n").trim()
    const is_check = tool === "test" || tool === "lint"
    return reported(tool, { command }, { observation: observation === "" ? null : observation }, is_check)
  }
}

function reported(
  tool: string,
  call_arguments: { readonly command: string },
  result: CallResult,
  is_check: boolean,
): Reported {
  const annotations = is_check ? ({ evidence_role: "verification" } as const) : undefined
  return { call: { tool, arguments: call_arguments, annotations }, result }
}
