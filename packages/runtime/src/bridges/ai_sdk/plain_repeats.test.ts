import { generateText, stepCountIs, tool } from "ai"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { codingTools, VITEST_PASS, vitestFailure } from "./repair_run.fixture.ts"
import { scriptedLanguageModel, userTexts } from "./scripted_language_model.fixture.ts"
import { createStallGuard } from "./stall_guard.ts"

const failing = (run: number) => ({ exitCode: 1, stdout: vitestFailure(4, run), stderr: "" })
const limit = stepCountIs(30)

describe("calls", () => {
  it.each([
    ["the same error", "repeated_error", 3, () => Promise.reject(new Error("ENOENT: no such file a.txt"))],
    ["the same result", "repeated_same_observation", 4, async () => "nothing new"],
  ])("that are no check and repeat with %s are nudged, then stopped", async (_, pattern, count, execute) => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(() => ({ calls: [{ name: "read", input: { path: "a.txt" } }] }))
    const read = tool({ inputSchema: z.object({ path: z.string() }), execute })
    const { stopWhen, prepareStep } = guard
    const result = await generateText({
      model,
      tools: { read },
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    // The third equal result is the first warning; the calls that follow it nevertheless are the second and the last.
    expect(result.steps).toHaveLength(6)
    expect(
      guard.warnings.map((warning) => `${warning.pattern} ${warning.tool_name} ${warning.count}`),
    ).toEqual([
      "repeated_action read 3",
      `${pattern} read ${count}`,
      `${pattern} read ${count + 1}`,
      `${pattern} read ${count + 2}`,
    ])
    expect(userTexts(model).at(-1)).toEqual(["go", ...guard.nudges])
    expect(guard.nudges).toHaveLength(2)
    expect(guard.current_failure).toBeUndefined()
  })

  it("may repeat three times in a row, and again after another call, where only rows count", async () => {
    const guard = createStallGuard({ stall_diagnostics: { repeated_action_after: null } })
    const model = scriptedLanguageModel((call) => {
      if (call > 20) return { text: "done" }
      const command = call % 4 === 0 ? "npx vitest run" : "git status"
      return { calls: [{ name: "shell", input: { command } }] }
    })
    const tools = codingTools((run) => (run % 4 === 0 ? { exitCode: 0, stdout: VITEST_PASS } : "clean"))
    const { stopWhen, prepareStep } = guard
    const result = await generateText({
      model,
      tools,
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    expect(result.steps).toHaveLength(21)
    expect(guard.warnings).toEqual([])
  })

  it("of an exempt tool may repeat for ever", async () => {
    const guard = createStallGuard({ stall_diagnostics: { exempt_tools: ["shell"] } })
    const model = scriptedLanguageModel(() => ({
      calls: [{ name: "shell", input: { command: "git status" } }],
    }))
    const { stopWhen, prepareStep } = guard
    const tools = codingTools(() => "clean")
    const result = await generateText({
      model,
      tools,
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    expect(result.steps).toHaveLength(30)
    expect(guard.warnings).toEqual([])
  })

  it("that are a check and repeat without an edit trip the failure model alone", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(() => ({
      calls: [{ name: "shell", input: { command: "npx vitest run" } }],
    }))
    const { stopWhen, prepareStep } = guard
    const tools = codingTools(failing)
    const result = await generateText({
      model,
      tools,
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    expect(result.steps).toHaveLength(7)
    expect(new Set(guard.warnings.map(({ pattern }) => pattern))).toEqual(new Set(["stuck_same_diagnostic"]))
  })
})
