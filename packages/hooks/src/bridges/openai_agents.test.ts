import { expect, test } from "vitest"
import { createAgentGuard } from "./openai_agents.ts"
import type { WatchOptions } from "./watch_events.ts"

let calls = 0
const FAILING = "FAIL a > b\nError: expected 3, got 4\nexit code 1"
const call = (name: string, given: object) => {
  return { callId: `call_${(calls += 1)}`, name, arguments: JSON.stringify(given) }
}
const shell = () => call("shell", { command: "npx vitest run" })

function guarded(options?: WatchOptions) {
  const guard = createAgentGuard(options)
  const [input] = guard.guardrails.inputGuardrails
  const [output] = guard.guardrails.outputGuardrails
  if (input === undefined || output === undefined) throw new Error("no guardrails")
  const ended = async (toolCall: ReturnType<typeof call>, given: unknown) =>
    (await output.run({ toolCall, output: given })).behavior
  const fail = (given: unknown = FAILING) => ended(shell(), given)
  const edit = () => ended(call("write_file", { path: "a.ts", content: "a" }), "saved")
  return { guard, ended, fail, edit, begins: async () => (await input.run({ toolCall: shell() })).behavior }
}

test("a failure that an edit did not change is told behind the output, of data as JSON, of pictures not", async () => {
  const outputs: [unknown, object][] = [
    [FAILING, { type: "rejectContent", message: expect.stringMatching(/^FAIL a > b[^]*\n\n\[proofloop\]/) }],
    [
      { stdout: FAILING, exitCode: 1 },
      { type: "rejectContent", message: expect.stringMatching(/^\{"stdout":[^]*\}\n\n\[proofloop\]/) },
    ],
    [{ type: "image", stdout: FAILING, exitCode: 1 }, { type: "allow" }],
  ]
  for (const [given, answer] of outputs) {
    const { fail, edit } = guarded()
    expect(await fail(given)).toEqual({ type: "allow" })
    await edit()
    expect(await fail(given)).toEqual(answer)
  }
})

test("the very repeat is refused only if told to", async () => {
  for (const refuse_repeats of [true, false]) {
    const { fail, begins } = guarded({ refuse_repeats })
    await fail()
    await fail()
    expect((await begins()).type).toBe(refuse_repeats ? "rejectContent" : "allow")
  }
})

test("what the SDK says of a tool that threw is a failure", async () => {
  const { guard, ended, edit } = guarded()
  await ended(shell(), "An error occurred while running the tool. Please try again.")
  await edit()
  await guard.run([], async () => ({ history: [], finalOutput: "Done." }))
  expect(guard.hand_back).toMatch(/An error occurred/)
})

test.each([
  ["an answer", { finalOutput: "Done." }, 2],
  ["no answer", {}, 1],
  ["an approval to give", { finalOutput: "Done.", interruptions: [{}] }, 1],
])("a run that ended with %s", async (_, ending, runs) => {
  const { guard, fail, edit } = guarded()
  await fail()
  await edit()
  const given: number[] = []
  await guard.run([{ role: "user" }], async (input) => {
    given.push(input.length)
    return { history: [...input, { role: "assistant" }], ...ending }
  })
  expect(given).toEqual([1, 3].slice(0, runs))
  expect(guard.hand_back).toMatch(/expected 3, got 4/)
})
