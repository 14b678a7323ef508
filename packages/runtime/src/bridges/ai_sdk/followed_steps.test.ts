import { generateText, stepCountIs } from "ai"
import { describe, expect, it } from "vitest"
import { StallGuardReusedError } from "./followed_steps.ts"
import { codingTools, editAndTest, vitestFailure } from "./repair_run.fixture.ts"
import { scriptedLanguageModel, userTexts } from "./scripted_language_model.fixture.ts"
import { createStallGuard } from "./stall_guard.ts"

const failing = (run: number) => ({ exitCode: 1, stdout: vitestFailure(4, run), stderr: "" })
const limit = stepCountIs(30)

describe("steps", () => {
  it("are folded once each, however often both hooks see them", async () => {
    const guard = createStallGuard()
    const turns: number[] = []
    await generateText({
      model: scriptedLanguageModel(editAndTest(9)),
      tools: codingTools(failing),
      stopWhen: [limit, guard.stopWhen, ({ steps }) => guard.stopWhen({ steps }), guard.stopWhen],
      prepareStep: (options) => {
        guard.prepareStep(options)
        const prepared = guard.prepareStep(options)
        turns.push(guard.state.turn)
        return prepared
      },
      prompt: "go",
    })
    expect(turns).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(guard.current_failure?.same_diagnostic_streak).toBe(4)
  })

  it("are folded by prepareStep alone, and the last one by observe", async () => {
    const guard = createStallGuard()
    const result = await generateText({
      model: scriptedLanguageModel(editAndTest(4)),
      tools: codingTools(failing),
      stopWhen: limit,
      prepareStep: guard.prepareStep,
      prompt: "go",
    })
    expect(guard.state.turn).toBe(4)
    guard.observe(result.steps)
    guard.observe(result.steps)
    expect(guard.state.turn).toBe(5)
  })

  it("of another run are refused before its first model call, with what to do", async () => {
    const guard = createStallGuard()
    const { stopWhen, prepareStep } = guard
    const run = (model: ReturnType<typeof scriptedLanguageModel>, hooks: object) =>
      generateText({
        model,
        tools: codingTools(failing),
        stopWhen: [limit, stopWhen],
        prompt: "go",
        ...hooks,
      })
    await run(scriptedLanguageModel(editAndTest(4)), { prepareStep })

    const second = scriptedLanguageModel(editAndTest(4))
    await expect(run(second, { prepareStep })).rejects.toThrow(
      /follows a run of 4 steps and was given a run of 0\. Make a guard for each run, or call guard\.reset\(\)/,
    )
    expect(second.doGenerateCalls).toHaveLength(0)
    const error = await run(second, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StallGuardReusedError)
    expect(error).toMatchObject({ code: "stall_guard_reused", followed_steps: 4, got_steps: 1 })
  })

  it("of another run as long are refused too", () => {
    const guard = createStallGuard()
    const step = () => ({ content: [], text: "", finishReason: "stop" })
    guard.observe([step(), step()])
    expect(() => guard.stopWhen({ steps: [step(), step(), step()] })).toThrow(/the steps of another run/)
    const first = step()
    const other = createStallGuard()
    other.observe([first, step()])
    expect(() => other.observe([first, step(), step()])).toThrow(StallGuardReusedError)
    const last = step()
    const third = createStallGuard()
    third.observe([step(), last])
    expect(() => third.observe([step(), last])).toThrow(/was given the steps of another run/)
  })

  it("of another run are followed after a reset, with nothing kept", async () => {
    const guard = createStallGuard()
    const { stopWhen, prepareStep } = guard
    const run = (turns: number) => {
      const model = scriptedLanguageModel(editAndTest(turns))
      const tools = codingTools(failing)
      return generateText({ model, tools, stopWhen: [limit, stopWhen], prepareStep, prompt: "go" })
    }
    await run(30)
    expect(guard.hard_stop).toBe(true)
    guard.reset()
    expect(guard).toMatchObject({ hard_stop: false, current_failure: undefined, warnings: [], nudges: [] })
    const { steps } = await run(4)
    expect(steps).toHaveLength(5)
    expect(guard.current_failure?.same_diagnostic_streak).toBe(2)
  })

  it("of a task over many calls add up when the evidence is kept", async () => {
    const guard = createStallGuard()
    const { stopWhen, prepareStep } = guard
    const script = editAndTest(30)
    let messages: Parameters<typeof generateText>[0]["messages"] & object = [{ role: "user", content: "go" }]
    const seen: number[] = []
    for (let call = 1; call <= 14; call += 1) {
      guard.reset({ keep_evidence: true })
      const model = scriptedLanguageModel(() => {
        const reply = script(call)
        return { ...reply, calls: (reply.calls ?? []).map((part) => ({ ...part, id: `id_${call}` })) }
      })
      const tools = codingTools(() => failing(call))
      const result = await generateText({
        model,
        tools,
        stopWhen: [stepCountIs(1), stopWhen],
        prepareStep,
        messages,
      })
      messages = [...messages, ...result.response.messages]
      seen.push(userTexts(model)[0]?.length ?? 0)
    }
    expect(guard.hard_stop).toBe(true)
    expect(guard.current_failure?.same_diagnostic_streak).toBe(7)
    expect(seen).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2])
  })
})
