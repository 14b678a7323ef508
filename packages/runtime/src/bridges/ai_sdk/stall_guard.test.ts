import { generateText, stepCountIs, streamText, ToolLoopAgent } from "ai"
import { describe, expect, it } from "vitest"
import { codingTools, editAndTest, VITEST_PASS, vitestFailure } from "./repair_run.fixture.ts"
import { scriptedLanguageModel, userTexts } from "./scripted_language_model.fixture.ts"
import { createStallGuard } from "./stall_guard.ts"

const failing = (run: number) => ({ exitCode: 1, stdout: vitestFailure(4, run), stderr: "" })
const limit = stepCountIs(30)

describe("a run that repeats one failure", () => {
  it("is nudged with the failing evidence, then stopped, by a bare guard", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(editAndTest(30))
    const result = await generateText({
      model,
      tools: codingTools(failing),
      stopWhen: [limit, guard.stopWhen],
      prepareStep: guard.prepareStep,
      prompt: "Make the tests pass.",
    })

    // Failures at steps 2, 4, 6 (nudge), 10 and 14 (hard stop).
    expect(result.steps).toHaveLength(14)
    expect(guard.hard_stop).toBe(true)
    expect(guard.warnings.map(({ pattern, count }) => `${pattern} ${count}`)).toEqual([
      "stuck_same_diagnostic 3",
      "stuck_same_diagnostic 5",
      "stuck_same_diagnostic 7",
    ])
    expect(guard.nudges).toHaveLength(1)
    expect(guard.nudges[0]).toContain("> sum.test.ts > adds: AssertionError: expected 4 to be 3")
    expect(userTexts(model).slice(0, 6)).toEqual(Array.from({ length: 6 }, () => ["Make the tests pass."]))
    expect(userTexts(model).slice(6)).toEqual(
      Array.from({ length: 8 }, () => ["Make the tests pass.", guard.nudges[0]]),
    )
    expect(guard.current_failure).toMatchObject({
      class: "fail",
      check_id: "vitest",
      kind: "test",
      same_diagnostic_streak: 7,
      others: [],
    })
    expect(guard.current_failure?.snippet).toContain("expected 4 to be 3")
  })

  it("is nudged behind the results it was given for, not in front and not again at the end", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(editAndTest(10))
    await generateText({
      model,
      tools: codingTools(failing),
      stopWhen: [limit, guard.stopWhen],
      prepareStep: guard.prepareStep,
      prompt: "go",
    })
    const roles = model.doGenerateCalls.map(({ prompt }) =>
      prompt.map(({ role }) => role.slice(0, 1)).join(""),
    )
    // After the prompt and six pairs of call and result.
    expect(roles.at(5)).toBe(`u${"at".repeat(5)}`)
    expect(roles.slice(6)).toEqual([0, 1, 2, 3, 4].map((pairs) => `u${"at".repeat(6)}u${"at".repeat(pairs)}`))
  })

  it("is stopped the same way when it streams", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(editAndTest(30))
    const result = streamText({
      model,
      tools: codingTools(failing),
      stopWhen: [limit, guard.stopWhen],
      prepareStep: guard.prepareStep,
      prompt: "go",
    })
    await result.consumeStream()
    expect(await result.steps).toHaveLength(14)
    expect(guard.current_failure?.same_diagnostic_streak).toBe(7)
    expect(
      userTexts(model)
        .slice(5)
        .map((texts) => texts.length),
    ).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2])
  })

  it("is stopped the same way in a ToolLoopAgent", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(editAndTest(30))
    const { stopWhen, prepareStep } = guard
    const agent = new ToolLoopAgent({
      model,
      tools: codingTools(failing),
      stopWhen: [limit, stopWhen],
      prepareStep,
    })
    const result = await agent.generate({ prompt: "go" })
    expect(result.steps).toHaveLength(14)
    expect(guard.hard_stop).toBe(true)
    expect(userTexts(model).at(-1)).toEqual(["go", guard.nudges[0]])
  })

  it.each([
    ["plain text with the report", (run: number) => vitestFailure(4, run)],
    ["text with an exit code", (run: number) => `sum is 4, expected 3 (${run}ms)\nexit code 1`],
    [
      "an MCP result",
      (run: number) => ({ content: [{ type: "text", text: vitestFailure(4, run) }], isError: false }),
    ],
    [
      "an object of a command runner",
      (run: number) => ({ exitCode: 1, stdout: `sum is 4 (${run}ms)`, stderr: "" }),
    ],
    ["a report behind a pipe that hides the exit code", failing],
  ])("is stopped whatever the tool returns: %s", async (name, outcome) => {
    const guard = createStallGuard()
    const hidden = name.includes("pipe")
    const script = editAndTest(30)
    const model = scriptedLanguageModel((call) => {
      const reply = script(call)
      if (!hidden || call % 2 === 1) return reply
      return { calls: [{ name: "shell", input: { command: "npx vitest run 2>&1 | tail -20" } }] }
    })
    const tools = codingTools((run) =>
      hidden ? { exitCode: 0, stdout: vitestFailure(4, run) } : outcome(run),
    )
    const { stopWhen, prepareStep } = guard
    const result = await generateText({
      model,
      tools,
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    expect(result.steps).toHaveLength(14)
    expect(guard.current_failure?.same_diagnostic_streak).toBe(7)
  })

  it("is stopped when the tool throws what its command printed", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(editAndTest(30))
    const tools = codingTools((run) => {
      const stdout = vitestFailure(4, run)
      throw Object.assign(new Error(`Command failed: npx vitest run\n${stdout}`), {
        code: 1,
        stdout,
        stderr: "",
      })
    })
    const { stopWhen, prepareStep } = guard
    const result = await generateText({
      model,
      tools,
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    expect(result.steps).toHaveLength(14)
    expect(guard.current_failure).toMatchObject({ kind: "test", same_diagnostic_streak: 7 })
    expect(guard.current_failure?.snippet).toContain("expected 4 to be 3")
  })

  it("is told to the host as it happens, whatever the host's functions do", async () => {
    const heard: string[] = []
    const guard = createStallGuard({
      on_warning: ({ pattern, count }) => {
        heard.push(`${pattern} ${count}`)
        throw new Error("a listener's own affair")
      },
      on_hard_stop: async ({ warnings, current_failure }) => {
        heard.push(`stop ${warnings.length} ${current_failure?.same_diagnostic_streak}`)
        throw new Error("a listener's own affair")
      },
    })
    await generateText({
      model: scriptedLanguageModel(editAndTest(30)),
      tools: codingTools(failing),
      stopWhen: [limit, guard.stopWhen],
      prompt: "go",
    })
    expect(heard).toEqual([
      "stuck_same_diagnostic 3",
      "stuck_same_diagnostic 5",
      "stuck_same_diagnostic 7",
      "stop 1 7",
    ])
  })
})

describe("a run that gets on", () => {
  it("is left as it is: same calls, same result, no nudge", async () => {
    const outcome = (run: number) =>
      run < 6 ? { exitCode: 1, stdout: vitestFailure(10 - run, run) } : { exitCode: 0, stdout: VITEST_PASS }
    const options = { stopWhen: [limit], prompt: "go" }
    const guard = createStallGuard()
    const [model, plain] = [scriptedLanguageModel(editAndTest(12)), scriptedLanguageModel(editAndTest(12))]
    const guarded = await generateText({
      ...options,
      model,
      tools: codingTools(outcome),
      stopWhen: [limit, guard.stopWhen],
      prepareStep: guard.prepareStep,
    })
    const unguarded = await generateText({ ...options, model: plain, tools: codingTools(outcome) })

    expect(guard.warnings).toEqual([])
    expect(guard.nudges).toEqual([])
    expect(guard.hard_stop).toBe(false)
    expect(guard.current_failure).toBeUndefined()
    expect(model.doGenerateCalls.map(({ prompt }) => prompt)).toEqual(
      plain.doGenerateCalls.map(({ prompt }) => prompt),
    )
    expect(guarded.text).toBe("I could not fix it.")
    expect(guarded.steps.map(({ content }) => content)).toEqual(unguarded.steps.map(({ content }) => content))
    expect(guarded.totalUsage).toEqual(unguarded.totalUsage)
  })

  it("may poll, page and repeat commands that are no checks", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel((call) => {
      if (call > 24) return { text: "done" }
      if (call <= 6) return { calls: [{ name: "shell", input: { command: "gh run view 7" } }] }
      if (call % 2 === 0)
        return { calls: [{ name: "edit_file", input: { path: "a", content: `row ${call}` } }] }
      return { calls: [{ name: "shell", input: { command: `grep -n TODO src/${call}.ts` } }] }
    })
    const tools = codingTools((run) =>
      run <= 6 ? { exitCode: 0, stdout: `${run * 10} % done` } : { exitCode: 1, stdout: "" },
    )
    const { stopWhen, prepareStep } = guard
    const result = await generateText({
      model,
      tools,
      stopWhen: [limit, stopWhen],
      prepareStep,
      prompt: "go",
    })
    expect(result.steps).toHaveLength(25)
    expect(guard.warnings).toEqual([])
    expect(guard.current_failure).toBeUndefined()
  })

  it("keeps the SDK's results when a nudge was given: messages of the response have none", async () => {
    const guard = createStallGuard()
    const result = await generateText({
      model: scriptedLanguageModel(editAndTest(8)),
      tools: codingTools(failing),
      stopWhen: [limit, guard.stopWhen],
      prepareStep: guard.prepareStep,
      prompt: "go",
    })
    expect(guard.nudges).toHaveLength(1)
    expect(guard.hard_stop).toBe(false)
    expect(result.text).toBe("I could not fix it.")
    const messages = result.steps.flatMap(({ response }) => response.messages)
    expect(new Set(messages.map(({ role }) => role))).toEqual(new Set(["assistant", "tool"]))
  })
})

describe("a host's own prepareStep", () => {
  it("keeps its settings and its messages, and the nudge joins them", async () => {
    const guard = createStallGuard()
    const model = scriptedLanguageModel(editAndTest(10))
    await generateText({
      model,
      tools: codingTools(failing),
      stopWhen: [limit, guard.stopWhen],
      prepareStep: guard.wrapPrepareStep(({ stepNumber, messages }) =>
        stepNumber < 3
          ? undefined
          : {
              temperature: stepNumber / 10,
              messages: [{ role: "user", content: "short" }, ...messages.slice(-4)],
            },
      ),
      prompt: "go",
    })
    expect(model.doGenerateCalls.map(({ temperature }) => temperature)).toEqual([
      undefined,
      undefined,
      undefined,
      0.3,
      0.4,
      0.5,
      0.6,
      0.7,
      0.8,
      0.9,
      1,
    ])
    const texts = userTexts(model)
    expect(texts.slice(2, 6)).toEqual([["go"], ["short"], ["short"], ["short"]])
    // Given behind the sixth step's results, and gone with them.
    expect(texts.slice(6)).toEqual([
      ["short", guard.nudges[0]],
      ["short", guard.nudges[0]],
      ["short"],
      ["short"],
      ["short"],
    ])
  })

  it("is thrown through", async () => {
    const guard = createStallGuard()
    const prepareStep = guard.wrapPrepareStep(() => {
      throw new Error("no more steps")
    })
    const model = scriptedLanguageModel(editAndTest(2))
    await expect(generateText({ model, prepareStep, prompt: "go" })).rejects.toThrow("no more steps")
  })
})
