import { readMember, readText } from "../read_member.ts"
import { RecentMap } from "../recent_map.ts"

const REMEMBERED = 10_000

/** Which thread of a transcript a line belongs to: "" for the session's own, else a name of the sub-agent's. */
export class ChainNames {
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
