import { readMember, readText } from "../read_member.ts"

const MAX_REMEMBERED = 20_000

/** Which thread of a transcript a line belongs to: "" for the session's own, else a name of the sub-agent's. */
export class ChainNames {
  readonly #nameOfLine = new Map<string, string>()

  of(line: object): string {
    const agent = readText(line, "agentId") ?? readText(line, "parent_tool_use_id")
    if (agent !== undefined) return agent
    if (readMember(line, "isSidechain") !== true) return ""
    // Until version 2 a sub-agent has no id: its lines hang together by their parents, and its first has none.
    const id = readText(line, "uuid") ?? ""
    const name = this.#nameOfLine.get(readText(line, "parentUuid") ?? "") ?? id
    if (this.#nameOfLine.size >= MAX_REMEMBERED) {
      for (const oldest of this.#nameOfLine.keys()) {
        this.#nameOfLine.delete(oldest)
        break
      }
    }
    this.#nameOfLine.set(id, name)
    return name
  }
}
