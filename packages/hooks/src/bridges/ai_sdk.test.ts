import { expect, test } from "vitest"
import { createDoneGate, type GateMessage } from "./ai_sdk.ts"

type Part = { readonly type: string; readonly [field: string]: unknown }

const USER: GateMessage = { role: "user", content: "Make the tests pass." }
let calls = 0

function step(finishReason: string, ...content: readonly Part[]) {
  return { content, text: "", finishReason }
}
function called(toolName: string, input: object, output: unknown): Part[] {
  const identity = { toolCallId: `call_${(calls += 1)}`, toolName, input }
  return [
    { type: "tool-call", ...identity },
    { type: "tool-result", ...identity, output },
  ]
}
const failing = () =>
  called(
    "shell",
    { command: "npx vitest run" },
    { stdout: "FAIL a > b\nError: expected 3, got 4", exitCode: 1 },
  )
const editing = () => called("write_file", { path: "a.ts", content: "a" }, "saved")
const result = (finishReason: string) => {
  const steps = [step("tool-calls", ...failing(), ...editing()), step(finishReason)]
  return { steps, response: Promise.resolve({ messages: [{ role: "assistant", content: "Done." }] }) }
}

test("a run that says it is done is called again with what is open behind its own messages", async () => {
  const gate = createDoneGate()
  const given: (readonly GateMessage[])[] = []
  await gate.run([USER], (messages) => {
    given.push(messages)
    return result("stop")
  })
  expect(given.map((messages) => messages.length)).toEqual([1, 3, 5])
  expect(given[1]?.slice(1)).toEqual([
    { role: "assistant", content: "Done." },
    { role: "user", content: expect.stringMatching(/Not done yet[^]*expected 3, got 4/) },
  ])
  expect(gate.hand_back).toMatch(/stopped with this open/)
})

test.each(["tool-calls", "length", "content-filter", "error"])(
  "a run that ended by %s is not held, and what is open is said",
  async (reason) => {
    const gate = createDoneGate()
    let runs = 0
    await gate.run([USER], () => {
      runs += 1
      return result(reason)
    })
    expect([runs, gate.hand_back]).toEqual([1, expect.stringMatching(/expected 3, got 4/)])
  },
)

test("a guard keeps its evidence between calls, and is not called again once it stopped the run", async () => {
  for (const hard_stop of [false, true]) {
    const heard: string[] = []
    const guard = {
      hard_stop,
      observe: (steps: readonly unknown[]) => void heard.push(`observe ${steps.length}`),
      reset: (options?: object) => void heard.push(`reset ${JSON.stringify(options)}`),
    }
    await createDoneGate({ guard }).run([USER], () => result("stop"))
    const again = ['reset {"keep_evidence":true}', "observe 2"]
    expect(heard).toEqual(hard_stop ? ["observe 2"] : ["observe 2", ...again, ...again])
  }
})

test("what the call throws is thrown", async () => {
  const broken = createDoneGate().run([USER], async () => {
    throw new Error("no network")
  })
  await expect(broken).rejects.toThrow("no network")
})
