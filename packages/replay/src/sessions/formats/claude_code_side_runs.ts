import type { SessionItem, SessionRun } from "../session.ts"
import { Chain } from "./claude_code_chain.ts"

/** How many characters of sub-agents' turns wait for the session to end. */
const MAX_KEPT = 16 * 1024 * 1024
const MAX_RUNS = 1000

interface SideRun {
  readonly chain: Chain
  readonly items: SessionItem[]
}

/** The runs of sub-agents, kept until the session's own run is complete. Those beyond the limit are reported. */
export class SideRuns {
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
