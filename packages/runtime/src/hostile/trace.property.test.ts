import fc from "fast-check"
import { expect, test } from "vitest"
import type { Model } from "../protocol/model.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { numRuns, runHostile } from "./run.fixture.ts"

const SAID = "SAID"
const unit = fc.constantFrom(
  "\n",
  "\r",
  "\r\n",
  "\u2028",
  "\u2029",
  "\u0085",
  "\v",
  '"',
  "\\",
  "{",
  "}",
  "\u0000",
  "\ud800",
  "a",
)
const text = fc.string({ unit, maxLength: 12 }).map((odd) => `${odd}${SAID}${odd}`)
const name = fc.string({ unit, maxLength: 12 })

test(
  "a trace has one event a line, whatever is said, and none of what is said",
  { timeout: 60_000 + numRuns * 200 },
  async () => {
    await fc.assert(
      fc.asyncProperty(text, name, async (words, odd) => {
        const replies = [
          {
            text: words,
            provider_stop_reason: odd,
            tool_calls: [
              { id: odd, name: "t", arguments: { [words]: words } },
              { id: `${odd}2`, name: `x${odd}`, arguments: {} },
            ],
          },
          { text: words, tool_calls: [] },
        ]
        const model: Model = async (_request, { on_delta }) => {
          on_delta?.(words)
          await Promise.resolve()
          return replies.shift() ?? { text: words, tool_calls: [] }
        }
        const { trace } = await runHostile({
          model,
          tools: [
            scriptedTool({
              name: "t",
              evidence_role: "verification",
              results: [{ ok: false, error: `AssertionError: ${words}`, output: words, message: words }],
              when_exhausted: "repeat_last",
            }),
          ],
          verify_completion: () => ({ status: "fail", evidence: words, output: words }),
          post_turn_callback: () => words,
        })
        expect(trace.join("\n")).not.toMatch(/[\v\f\r\u2028\u2029]/)
        expect(trace.join("\n")).not.toContain(SAID)
      }),
      { numRuns },
    )
  },
)
