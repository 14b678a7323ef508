import { generateText, stepCountIs, tool } from "ai"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { scriptedLanguageModel } from "./scripted_language_model.fixture.ts"
import { createStallGuard } from "./stall_guard.ts"

/** Edits and runs its own tool in turn, until it is stopped. */
async function stepsOf(outcome: () => unknown): Promise<number> {
  const guard = createStallGuard()
  const { steps } = await generateText({
    model: scriptedLanguageModel((call) =>
      call % 2 === 0
        ? { calls: [{ name: "run_tests", input: {} }] }
        : { calls: [{ name: "edit_file", input: { path: "sum.ts", content: `a + ${call * 7919}` } }] },
    ),
    tools: {
      edit_file: tool({
        inputSchema: z.object({ path: z.string(), content: z.string() }),
        execute: async () => "saved",
      }),
      run_tests: tool({ inputSchema: z.object({}), execute: async () => outcome() }),
    },
    prompt: "Mend the sum.",
    stopWhen: [stepCountIs(40), guard.stopWhen],
    prepareStep: guard.prepareStep,
  })
  return steps.length
}

describe("a guard without options, on a tool of the host's that nothing declares", () => {
  it.each<readonly [string, () => unknown]>([
    [
      "an exit code and streams",
      () => ({ exitCode: 1, stdout: "FAIL adds\nAssertionError: expected 3 to be 4", stderr: "" }),
    ],
    ["a word of its own", () => ({ passed: false, failures: ["adds: expected 3 to be 4"] })],
    ["an error as data", () => ({ ok: false, error: "adds: expected 3 to be 4" })],
    ["a text that ends with its exit code", () => "adds: expected 3 to be 4\nexit code 1"],
    [
      "an exception",
      () => {
        throw new Error("adds: expected 3 to be 4")
      },
    ],
  ])("is stopped by %s", async (_what, outcome) => {
    expect(await stepsOf(outcome)).toBeLessThan(16)
  })

  it("is left alone where it passes", async () => {
    expect(await stepsOf(() => ({ exitCode: 0, stdout: "adds", stderr: "" }))).toBe(40)
  })
})
