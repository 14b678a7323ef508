import { generateText, stepCountIs, streamText, tool } from "ai"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { codingTools } from "./repair_run.fixture.ts"
import { scriptedLanguageModel, userTexts } from "./scripted_language_model.fixture.ts"
import { createStallGuard } from "./stall_guard.ts"

const limit = stepCountIs(30)

describe("calls of one step", () => {
  it("have their results in call order, whichever ends first", async () => {
    const guard = createStallGuard({
      tools: {
        unit: { evidence_role: "verification", check_id: "unit" },
        lint: { evidence_role: "verification", check_id: "lint" },
      },
    })
    const check = (delay_ms: number, error: string) =>
      tool({
        inputSchema: z.object({}),
        execute: async () => {
          await new Promise((resolve) => setTimeout(resolve, delay_ms))
          return { ok: false, error }
        },
      })
    const both = { calls: [{ name: "unit" }, { name: "lint" }, { name: "unit" }] }
    const run = streamText({
      model: scriptedLanguageModel((call) => (call > 1 ? { text: "done" } : both)),
      tools: { unit: check(20, "expected 3, got 4"), lint: check(0, "unused variable b") },
      stopWhen: [limit, guard.stopWhen],
      prompt: "go",
    })
    await run.consumeStream()
    const [{ content } = { content: [] }] = await run.steps
    const ended = content
      .filter(({ type }) => type === "tool-result")
      .map((part) => "toolName" in part && part.toolName)
    expect(ended).toEqual(["lint", "unit", "unit"])
    // The check that failed last in call order is the lint: of two results of one check the first counts.
    expect(guard.current_failure).toMatchObject({ check_id: "lint", others: [{ check_id: "unit" }] })
    expect(guard.current_failure?.snippet).toContain("unused variable b")
    expect(guard.current_failure?.same_diagnostic_streak).toBe(1)
  })

  it("that the SDK cannot read are replies with parse errors: nudged, then stopped", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel((call) => ({
      calls: [
        call % 2 === 0 ? { name: "shel", input: { command: "ls" } } : { name: "shell", input: "{command" },
      ],
    }))
    const { stopWhen, prepareStep } = guard
    const tools = codingTools(() => "")
    const result = await generateText({
      model,
      tools,
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    expect(result.steps).toHaveLength(4)
    expect(guard.warnings.map(({ pattern, count }) => `${pattern} ${count}`)).toEqual([
      "repeated_parse_rejection 2",
      "repeated_parse_rejection 3",
      "repeated_parse_rejection 4",
    ])
    expect(userTexts(model)[2]?.[1]).toContain("could not be parsed")
    expect(guard.current_failure).toBeUndefined()
  })

  it("without execute end the run and leave no evidence", async () => {
    const guard = createStallGuard({ tools: { ask: { evidence_role: "verification" } } })
    const { stopWhen, prepareStep } = guard
    const result = await generateText({
      model: scriptedLanguageModel(() => ({ calls: [{ name: "ask" }] })),
      tools: { ask: tool({ inputSchema: z.object({}) }) },
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    guard.observe(result.steps)
    expect(guard.state.turn).toBe(1)
    expect(guard.state.slots).toEqual([])
  })
})
