// Critics as tools of a model on the AI SDK: it proposes a change, is told what the change drops, and repairs it.
import { aiSdkTools, criticTools } from "@proofloop/stdlib/critics"
import { generateText, stepCountIs } from "ai"
import { MockLanguageModelV3 } from "ai/test"
import { DISCOUNT, shopRepository } from "../shop_repository.ts"

const root = await shopRepository()
const CARELESS = "def apply(price, text):\n    return round(price - price * int(text) / 100, 2)\n"
const REPAIRED = DISCOUNT.replace(
  "return price - price * parse(text) / 100",
  "return round(price - price * parse(text) / 100, 2)",
)

// Stands for your model. Its first rewrite loses `parse`; once it reads so, it writes the whole file.
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const answers = prompt.filter(({ role }) => role === "tool").map((message) => JSON.stringify(message))
    const is_clean = answers.at(-1)?.includes('"status":"pass"') ?? false
    const change = { path: "discount.py", after: answers.length === 0 ? CARELESS : REPAIRED }
    const call = { toolCallId: `call-${answers.length + 1}`, toolName: "check_change" }
    return {
      content: is_clean
        ? [{ type: "text", text: "Prices are rounded to cents; nothing else changed." }]
        : [{ type: "tool-call", ...call, input: JSON.stringify({ changes: [change] }) }],
      finishReason: is_clean
        ? { unified: "stop", raw: "stop" }
        : { unified: "tool-calls", raw: "tool-calls" },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }
  },
})

const { text, steps } = await generateText({
  model,
  tools: aiSdkTools(criticTools({ root })),
  stopWhen: stepCountIs(10),
  prompt: "Round the price of discount.py to cents. Call check_change before you call it done.",
})
for (const { output } of steps.flatMap(({ toolResults }) => toolResults)) {
  const { status, feedback } = output as { readonly status: string; readonly feedback: string }
  console.log(`check_change: ${status}`, feedback === "" ? "" : `\n${feedback}`)
}
console.log(text)
