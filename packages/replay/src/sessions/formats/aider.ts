import { Conversation } from "../conversation.ts"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { runName } from "../run_name.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { AiderReport } from "./aider_report.ts"

/** Aider's chat history, a Markdown file that every chat in a folder is appended to. */
export const aider: SessionImporter = {
  format: "aider",
  title: "Aider (.aider.chat.history.md)",
  agent: "aider",
  places: [{ path: "./.aider.chat.history.md" }],
  records: "text_lines",
  // A line of a reply may be JSON by itself, as a number is: then only what the file begins with tells.
  recognises: ({ text, values }: SessionHead) =>
    START.test(values.length === 0 ? text : (text.trimStart().split("\n", 1)[0] ?? "")),
  read,
}

const START = /^# aider chat started at (\S.{0,40}\S)[ \t]{0,4}\r?$/m

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let chat: AiderChat | undefined
  for await (const { value, line, broken } of records) {
    if (broken !== undefined || typeof value !== "string") {
      yield { type: "skipped", line, reason: broken ?? "no text" }
      continue
    }
    const started = START.exec(value)?.[1]
    if (started !== undefined) {
      if (chat !== undefined) yield* chat.end()
      chat = new AiderChat(`${runName(context.path)}#${started}`, context.path)
    } else if (chat !== undefined) yield* chat.line(value)
    else if (value.trim() !== "") yield { type: "skipped", line, reason: "text before the first chat" }
  }
  if (chat !== undefined) yield* chat.end()
}

/** A reply is kept to this length; what it edits is told by the lines after it. */
const MAX_REPLY = 1024 * 1024
const TOKENS =
  /^Tokens: ([\d.,]{1,12})([kM]?) sent,(?: [\d.,]{1,12}[kM]? cache (?:write|hit),){0,2} ([\d.,]{1,12})([kM]?) received\b/
const MAIN_MODEL = /^(?:Main model|Model|Models): (\S{1,200})/
const USER_COMMAND = /^(?:\/(run|test|git)\b|!)\s{0,20}(.{0,10000})$/

/** One chat of a history: replies, what the client reports of them (`> `), and what the user typed (`#### `). */
class AiderChat {
  readonly #conversation: Conversation
  #run: SessionRun
  #reply: string[] = []
  #reply_length = 0
  #report = new AiderReport()
  #is_fenced = false
  /** The client's lines end with two spaces, which tells them from a reply's quotes and headings. */
  #is_marked = false
  /** The line before was the client's: what follows without a blank line goes on with it. */
  #follows_client = false

  constructor(id: string, path: string) {
    this.#run = { id, source: path, agent: "aider" }
    this.#conversation = new Conversation(() => this.#run)
  }

  line(text: string): readonly SessionItem[] {
    const is_marked = text.endsWith("  ")
    // A reply that was cut off leaves its fence open.
    if (is_marked && text.startsWith("> Tokens: ")) this.#is_fenced = false
    if (text.startsWith("> ") && is_marked && !this.#is_fenced) this.#is_marked = true
    const is_clients = !this.#is_fenced && (is_marked || !this.#is_marked)
    const is_continued = this.#follows_client && text.trim() !== ""
    this.#follows_client = false
    if (is_clients && (text.startsWith("> ") || text.trimEnd() === ">")) {
      this.#client(text.slice(2).trimEnd())
      this.#follows_client = true
      return []
    }
    if (is_clients && text.startsWith("#### ")) return this.#user(text.slice(5).trim())
    this.#follows_client = is_continued
    return is_continued ? [] : this.#assistant(text)
  }

  end(): readonly SessionItem[] {
    return [...this.#close(), ...this.#conversation.end()]
  }

  #assistant(text: string): readonly SessionItem[] {
    const has_begun = this.#reply.length > 0
    if (!has_begun && text.trim() === "") return []
    const ended = this.#report.has_lines ? this.#close() : []
    if (text.startsWith("```")) this.#is_fenced = !this.#is_fenced
    this.#reply_length += text.length
    if (this.#reply_length <= MAX_REPLY) this.#reply.push(text)
    return ended
  }

  #client(text: string): void {
    this.#learn(text)
    const tokens = TOKENS.exec(text)
    if (tokens !== null)
      this.#conversation.spend({ input: count(tokens[1], tokens[2]), output: count(tokens[3], tokens[4]) })
    else if (this.#reply.length > 0 || this.#report.is_of_command) this.#report.add(text)
  }

  #user(text: string): readonly SessionItem[] {
    const ended = [...this.#close(), ...this.#conversation.asked()]
    const [, verb, rest] = USER_COMMAND.exec(text) ?? []
    if (rest !== undefined) this.#report = new AiderReport({ tool: verb ?? "run", command: rest })
    return ended
  }

  #close(): readonly SessionItem[] {
    this.#conversation.say(this.#reply.join("\n").trim())
    for (const [index, { call, result }] of this.#report.calls(this.#reply).entries()) {
      this.#conversation.call(String(index), call)
      this.#conversation.result(String(index), result)
    }
    this.#report = new AiderReport()
    this.#reply = []
    this.#reply_length = 0
    this.#is_fenced = false
    return this.#conversation.close()
  }

  #learn(text: string): void {
    const model = this.#run.model === undefined ? MAIN_MODEL.exec(text)?.[1] : undefined
    if (model !== undefined) this.#run = { ...this.#run, model }
  }
}

function count(digits: string | undefined, unit: string | undefined): number {
  const number = Number((digits ?? "").replaceAll(",", ""))
  const scale = unit === "k" ? 1000 : unit === "M" ? 1_000_000 : 1
  return Number.isFinite(number) ? Math.round(number * scale) : 0
}
