import { type LoopbackRequest, type ScriptedStep, startLoopbackModelServer } from "@proofloop/runtime/testing"

const PLAN = {
  tasks: [
    {
      id: "T001",
      title: "Take discounts off",
      priority: 1,
      metric: "test_results",
      description: "A discount makes things dearer, and a test says so.",
      subtasks: [
        {
          id: "T001-S01",
          title: "Subtract the discount",
          description: "discount(100, 10) has to be 90.",
          file_hints: ["src/price.mjs"],
          action: "modify",
        },
      ],
    },
  ],
}

/** What the worker does turn by turn. */
const WORK: readonly ScriptedStep[] = [
  {
    tool_calls: [
      {
        name: "edit_file",
        arguments: { path: "src/price.mjs", old_text: "price + (price", new_text: "price - (price" },
      },
    ],
  },
  { text: "fix: take the discount off the price" },
]

/** Longer than a drain waits. */
const SLOW_MS = 60_000

/** An endpoint of models on 127.0.0.1 that stands for yours. `slow_plan`: which plan takes a minute. */
export async function serveModel({ slow_plan }: { readonly slow_plan: number }) {
  let isSlow = (): void => undefined
  const is_slow = new Promise<void>((resolve) => {
    isSlow = resolve
  })
  let plans = 0
  const plan = (): ScriptedStep => {
    plans += 1
    const answer = { text: JSON.stringify(PLAN) }
    if (plans !== slow_plan) return answer
    isSlow()
    return { ...answer, delay_ms: SLOW_MS }
  }
  const server = await startLoopbackModelServer({
    script: ({ body }: LoopbackRequest) => {
      const { model, messages } = body as {
        readonly model: string
        readonly messages: readonly { role: string }[]
      }
      if (model === "planner") return plan()
      return WORK[messages.filter(({ role }) => role === "assistant").length] ?? { text: "I am done." }
    },
  })
  return { url: server.url, is_slow, close: async () => server.close() }
}
