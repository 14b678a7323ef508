import { isRecord, readMember, readText } from "@proofloop/foundation/text"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { RecentMap } from "../recent_map.ts"
import { runName } from "../run_name.ts"
import { SeenLines } from "../seen_lines.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { atLine, unknownType } from "../skipped.ts"
import { Chain } from "./claude_code_chain.ts"
import { isQueuedLine } from "./claude_code_user.ts"

/** Transcripts of Claude Code, below `~/.claude/projects`, and what it prints as `--output-format stream-json`. */
export const claudeCode: SessionImporter = {
  format: "claude_code",
  title: "Claude Code (.jsonl below ~/.claude/projects)",
  agent: "Claude Code",
  places: [
    { path: "$CLAUDE_CONFIG_DIR/projects", unset: "~/.claude" },
    { path: "$XDG_CONFIG_HOME/claude/projects", unset: "~/.config" },
  ],
  records: "json_lines",
  recognises,
  read,
}

/** Lines that hold no part of the conversation. */
const SILENT: ReadonlySet<string> = new Set([
  "summary",
  "system",
  "attachment",
  "progress",
  "file-history-snapshot",
  "file-history-delta",
  "queue-operation",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-setting",
  "agent-color",
  "last-prompt",
  "mode",
  "permission-mode",
  "pr-link",
  "tag",
  "task-summary",
  "worktree-state",
  "content-replacement",
  "attribution-snapshot",
  "speculation-accept",
  "result",
  "stream_event",
  "rate_limit_event",
  "control_request",
  "control_response",
])
const MARKS: ReadonlySet<string> = new Set(["file-history-snapshot", "queue-operation"])

function recognises({ values }: SessionHead): boolean {
  return !values.some(holdsParts) && values.some(isOwnLine)
}

/** Qwen Code's lines name a session alike, but their messages are Gemini's. */
function holdsParts(value: unknown): boolean {
  return "parts" in Object(readMember(value, "message"))
}

function isOwnLine(value: unknown): boolean {
  const type = readText(value, "type") ?? ""
  if (type === "user" || type === "assistant") {
    return isRecord(readMember(value, "message")) && sessionId(value) !== undefined
  }
  if (type === "summary") return readText(value, "leafUuid") !== undefined
  if (type === "system") return sessionId(value) !== undefined && "subtype" in Object(value)
  return MARKS.has(type)
}

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  const names = new ChainNames()
  const side_runs = new SideRuns()
  const seen = new SeenLines()
  let shown: { readonly name: string; readonly chain: Chain } | undefined
  let session: string | undefined
  for await (const { value, line, broken } of records) {
    const problem: SessionItem | undefined =
      broken === undefined ? problemOf(value) : { type: "skipped", reason: broken }
    if (problem !== undefined || !isRecord(value)) {
      if (problem !== undefined) yield* atLine([problem], line)
      continue
    }
    const type = readText(value, "type") ?? ""
    const id = readText(value, "uuid")
    const is_silent = SILENT.has(type) && !(type === "attachment" && isQueuedLine(value))
    if (is_silent || seen.repeats(id)) continue
    session ??= sessionId(value)
    const name = names.of(value)
    shown ??= { name, chain: new Chain(describe(session, name, context.path)) }
    const chain =
      name === shown.name ? shown.chain : side_runs.open(name, describe(session, name, context.path))
    const items = atLine(type === "assistant" ? chain.reply(value) : chain.answer(value), line)
    if (name === shown.name) yield* items
    else side_runs.keep(name, items)
  }
  if (shown !== undefined) yield* shown.chain.end()
  yield* side_runs.items()
}

function problemOf(value: unknown): SessionItem | undefined {
  if (!isRecord(value)) return { type: "skipped", reason: "no object" }
  const type = readText(value, "type") ?? ""
  if (SILENT.has(type)) return undefined
  if (type !== "user" && type !== "assistant") return unknownType("line", value)
  if (isRecord(readMember(value, "message"))) return undefined
  return { type: "skipped", reason: `a line of type "${type}" without a message` }
}

function sessionId(line: unknown): string | undefined {
  return readText(line, "sessionId") ?? readText(line, "session_id")
}

function describe(session: string | undefined, name: string, path: string): SessionRun {
  const id = session ?? runName(path)
  return { id: name === "" ? id : `${id}/${name}`, source: path, agent: "Claude Code" }
}

const REMEMBERED = 10_000

/** Which thread of a transcript a line belongs to: "" for the session's own, else a name of the sub-agent's. */
class ChainNames {
  readonly #names = new RecentMap<string>(REMEMBERED)

  of(line: object): string {
    const agent = readText(line, "agentId") ?? readText(line, "parent_tool_use_id")
    if (agent !== undefined) return agent
    if (readMember(line, "isSidechain") !== true) return ""
    // Until version 2 a sub-agent has no id: its lines hang together by their parents, and its first has none.
    const id = readText(line, "uuid") ?? ""
    const parent = readText(line, "parentUuid") ?? ""
    const name = this.#names.get(parent) ?? id
    this.#names.set(id, name)
    return name
  }
}

/** How many characters of sub-agents' turns wait for the session to end. */
const MAX_KEPT = 16 * 1024 * 1024
const MAX_RUNS = 1000

interface SideRun {
  readonly chain: Chain
  readonly items: SessionItem[]
}

/** The runs of sub-agents, kept until the session's own run is complete. Those beyond the limit are reported. */
class SideRuns {
  readonly #runs = new Map<string, SideRun>()
  #kept = 0
  #left_out = 0

  open(name: string, run: SessionRun): Chain {
    const known = this.#runs.get(name)
    if (known !== undefined) return known.chain
    const chain = new Chain(run)
    if (this.#runs.size < MAX_RUNS) this.#runs.set(name, { chain, items: [] })
    return chain
  }

  keep(name: string, items: readonly SessionItem[]): void {
    const run = this.#runs.get(name)
    for (const item of items) {
      this.#kept += sizeOf(item)
      if (run === undefined || this.#kept > MAX_KEPT) this.#left_out += 1
      else run.items.push(item)
    }
  }

  *items(): Generator<SessionItem> {
    for (const { chain, items } of this.#runs.values()) {
      yield* items
      yield* chain.end()
    }
    if (this.#left_out > 0) {
      yield { type: "skipped", reason: `${this.#left_out} turns of sub-agents are more than can be kept` }
    }
  }
}

function sizeOf(item: SessionItem): number {
  if (item.type !== "turn") return 0
  const outputs = item.turn.calls.map(({ result }) =>
    typeof result.output === "string" ? result.output.length : 0,
  )
  return outputs.reduce((sum, length) => sum + length, item.turn.text.length + 1000 * (outputs.length + 1))
}
