import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AgentLoopOptions, createAgentLoop, type Model } from "@proofloop/runtime"
import { stepCountIs, tool, ToolLoopAgent } from "ai"
import { MockLanguageModelV3 } from "ai/test"
import { z } from "zod"
import { type Benchmark, type Figure, FULL_EFFORT } from "./benchmark.ts"
import { measure, type Subject } from "./measure.ts"

const TURN_COUNTS = [20, 100, 500] as const
/** What a step of a real agent is about: a sentence, a call, and a page of output. */
const SAID = "Let me look at the next part of the file before I decide anything."
const PAGE = "const total = items.reduce((sum, item) => sum + item.price, 0)\n".repeat(20)

const journals = [
  ["journal off", undefined],
  ["journal write", "write"],
  ["journal fsync", "fsync"],
] as const

/** What a loop adds to the model and the tools, which answer at once here. */
export const loop: Benchmark = {
  name: "loop",
  about: "own time a turn, beside the AI SDK's ToolLoopAgent on the same script, both warmed up",
  async run(effort) {
    const warm_ms = effort.rounds < FULL_EFFORT.rounds ? 0 : 2000
    const folder = await mkdtemp(join(tmpdir(), "proofloop-bench-"))
    try {
      const own = new Map<string, number>()
      const figures: Figure[] = []
      for (const turns of TURN_COUNTS) {
        const own_runs = journals.map(
          ([name, durability]): Subject =>
            (turn) =>
              runOwn(
                turns,
                durability && { file: join(folder, `${turns}-${name}-${turn}.jsonl`), durability },
              ),
        )
        const rounds = Math.max(3, Math.min(effort.rounds, Math.ceil(1500 / turns)))
        const times = await measure([() => runPeer(turns), ...own_runs], { rounds, round_ms: 1, warm_ms })
        const [peer_ms = Number.NaN, ...own_ms] = times.map((ms) => ms / turns)
        for (const [at, [name]] of journals.entries()) {
          const turn_ms = own_ms[at] ?? Number.NaN
          own.set(`${name} ${turns}`, turn_ms)
          figures.push({
            name: `${turns} turns, ${name}`,
            value: peer_ms / turn_ms,
            unit: "x",
            bar: barOf(turns, name),
            better: "higher",
            note: `${turn_ms.toFixed(3)} ms a turn, ToolLoopAgent ${peer_ms.toFixed(3)} ms`,
          })
        }
      }
      const growth = (own.get("journal off 500") ?? Number.NaN) / (own.get("journal off 100") ?? Number.NaN)
      figures.push({
        name: "a turn of 500 over a turn of 100",
        value: growth,
        unit: "x",
        bar: { at: "most", value: 1.5 },
        note: "1 = linear in the number of turns",
      })
      return figures
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

const BARS: Readonly<Record<string, number>> = {
  "20 journal off": 0.7,
  "100 journal off": 1.2,
  "500 journal off": 5,
  "500 journal write": 5,
}

/** The bars are about the loop; what a disk takes to sync is the disk's. */
function barOf(turns: number, journal: string): Figure["bar"] {
  const value = BARS[`${turns} ${journal}`]
  return value === undefined ? undefined : { at: "least", value }
}

async function runOwn(
  turns: number,
  journal: { readonly file: string; readonly durability: "write" | "fsync" } | undefined,
): Promise<void> {
  let turn = 0
  const model: Model = () => {
    turn += 1
    const usage = { input_tokens: 100, output_tokens: 20 }
    if (turn > turns) return Promise.resolve({ text: "done", tool_calls: [], usage })
    const tool_calls = [{ id: `call_${turn}`, name: "read", arguments: { page: turn } }]
    return Promise.resolve({ text: SAID, tool_calls, usage })
  }
  const options: AgentLoopOptions = {
    model,
    max_iterations: turns + 1,
    stall_diagnostics: { repair_aware: true },
    tools: [
      {
        name: "read",
        description: "Read a page",
        input_schema: z.object({ page: z.number() }),
        annotations: { kind: "read", read_only: true, evidence_role: "observation" },
        execute: () => Promise.resolve(PAGE),
      },
    ],
  }
  const result = await createAgentLoop(options).run("read on", journal === undefined ? {} : { journal })
    .result
  if (result.usage.iterations !== turns + 1) throw new Error(`the loop made ${result.usage.iterations} turns`)
}

async function runPeer(turns: number): Promise<void> {
  let turn = 0
  const usage = {
    inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 20, text: 20, reasoning: undefined },
  }
  const model = new MockLanguageModelV3({
    doGenerate: () => {
      turn += 1
      const call = {
        type: "tool-call",
        toolCallId: `call_${turn}`,
        toolName: "read",
        input: JSON.stringify({ page: turn }),
      } as const
      return Promise.resolve({
        content: turn > turns ? [{ type: "text", text: "done" }] : [{ type: "text", text: SAID }, call],
        finishReason: { unified: turn > turns ? "stop" : "tool-calls", raw: undefined },
        usage,
        warnings: [],
      })
    },
  })
  const agent = new ToolLoopAgent({
    model,
    stopWhen: stepCountIs(turns + 1),
    tools: {
      read: tool({
        description: "Read a page",
        inputSchema: z.object({ page: z.number() }),
        execute: () => Promise.resolve(PAGE),
      }),
    },
  })
  const { steps } = await agent.generate({ prompt: "read on" })
  if (steps.length !== turns + 1) throw new Error(`ToolLoopAgent made ${steps.length} steps`)
}
