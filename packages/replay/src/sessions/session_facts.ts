import { isRecord, readMember, readText, redactSecrets } from "@proofloop/foundation/text"
import { contentText } from "./content_text.ts"
import type { SessionRecord } from "./importer.ts"
import type { SessionItem, SessionRun } from "./session.ts"

const MAX_PROMPT = 160
const MAX_MEMBERS = 32
const MAX_HELD = 16
const MAX_DEPTH = 4
const FOLDER = /^(?:cwd|work(?:ing)?_?dir(?:ectory)?|directory|workspace_root|project_?path)$/i
const TIME = /^(?:time(?:stamp)?|ts|at|created(?:_?at)?|updated(?:_?at)?|date)$/i
const USER = /^(?:user|human|user_message|prompt)$/
/** What a harness writes in the person's name: tags, and files of instructions. */
const BY_HARNESS = /^\s{0,64}(?:<|#{1,3} (?:AGENTS|CLAUDE|Context)|Caveat:|\[proofloop\])/
const EARLIEST = Date.UTC(2015, 0)

/**
 * What a person knows a session by, read off its records in the same way for each format: the first words of the user,
 * the folder, and times. The first run of a file gets the name, each turn the time at which it had ended.
 */
export class SessionFacts {
  #prompt: string | undefined
  #project: string | undefined
  #began: number | undefined
  #latest: number | undefined
  #is_named = false

  async *noted(records: AsyncIterable<SessionRecord>): AsyncGenerator<SessionRecord> {
    for await (const record of records) {
      this.#look(record.value)
      yield record
    }
  }

  async *told(items: AsyncIterable<SessionItem>): AsyncGenerator<SessionItem> {
    for await (const item of items) {
      if (item.type === "run" && !this.#is_named) {
        this.#is_named = true
        yield { ...item, ...this.#names() }
      } else if (item.type === "turn" && this.#latest !== undefined)
        yield { type: "turn", turn: { ...item.turn, ended_at: this.#latest } }
      else yield item
    }
  }

  #names(): Partial<SessionRun> {
    return {
      ...(this.#prompt !== undefined && { prompt: this.#prompt }),
      ...(this.#project !== undefined && { project: this.#project }),
      ...(this.#began !== undefined && { began_at: new Date(this.#began).toISOString() }),
    }
  }

  /** Level by level, so that a record's own members come before what a tool said in it. */
  #look(record: unknown): void {
    // Where no time stands at the start there is none.
    if (this.#is_named && this.#began === undefined) return
    let level: readonly unknown[] = [record]
    let time: number | undefined
    for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
      const held = level.filter(isRecord).slice(0, MAX_HELD)
      const members = held.flatMap((value) => Object.entries(value).slice(0, MAX_MEMBERS))
      if (!this.#is_named) {
        this.#prompt ??= held.map(promptIn).find((prompt) => prompt !== undefined)
        this.#project ??= members.flatMap(([name, member]) =>
          FOLDER.test(name) && isFolder(member) ? [member] : [],
        )[0]
      }
      time ??= members.flatMap(([name, member]) => (TIME.test(name) ? (timeOf(member) ?? []) : []))[0]
      level = members.map(([, member]) => member)
    }
    if (time === undefined) return
    this.#began ??= time
    this.#latest = Math.max(time, this.#latest ?? time)
  }
}

function promptIn(value: object): string | undefined {
  const by = [value, readMember(value, "info")].some((told) =>
    ["role", "type", "source", "author"].some((name) => USER.test(readText(told, name) ?? "")),
  )
  if (!by) return undefined
  const said = ["content", "parts", "message", "text", "prompt"]
    .map((name) => readMember(value, name))
    .map((held) => contentText(readMember(held, "content") ?? held).trim())
    .find((text) => text !== "" && !BY_HARNESS.test(text))
  return said === undefined ? undefined : redactSecrets(said.slice(0, MAX_PROMPT))
}

function isFolder(member: unknown): member is string {
  return typeof member === "string" && member.length < 1000 && /^(?:\/|~\/|[A-Za-z]:[\\/])/.test(member)
}

/** Milliseconds since 1970 of a date in words, seconds or milliseconds; undefined for anything else. */
function timeOf(member: unknown): number | undefined {
  const told =
    typeof member === "string" && /^\d{4}-\d\d-\d\d/.test(member)
      ? Date.parse(member)
      : typeof member === "number"
        ? member * (member < 1e11 ? 1000 : 1)
        : Number.NaN
  return told > EARLIEST && told < Date.now() + 864e5 ? told : undefined
}
