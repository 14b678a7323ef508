import { readMember, readText } from "../read_member.ts"

const GENERATION = 10_000

/** Which thread of a transcript a line belongs to: "" for the session's own, else a name of the sub-agent's. */
export class ChainNames {
  /** Forgotten by halves: the last ten thousand are remembered, and at most twice as many. */
  #recent = new Map<string, string>()
  #older: ReadonlyMap<string, string> = new Map()

  of(line: object): string {
    const agent = readText(line, "agentId") ?? readText(line, "parent_tool_use_id")
    if (agent !== undefined) return agent
    if (readMember(line, "isSidechain") !== true) return ""
    // Until version 2 a sub-agent has no id: its lines hang together by their parents, and its first has none.
    const id = readText(line, "uuid") ?? ""
    const parent = readText(line, "parentUuid") ?? ""
    const name = this.#recent.get(parent) ?? this.#older.get(parent) ?? id
    if (this.#recent.size >= GENERATION) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(id, name)
    return name
  }
}
