import { describe, expect, it } from "vitest"
import type { HookReply } from "../events/hook_reply.ts"
import { type EndedCall, untilDone, watchAgent } from "./observe.ts"

const FAIL = { stdout: "FAIL sum.test.ts > adds\nAssertionError: expected 2 to be 3", exitCode: 1 }
const PASS = { stdout: "Tests  2 passed (2)", exitCode: 0 }
let calls = 0
const test = (output: unknown): EndedCall => {
  return { id: `call_${(calls += 1)}`, tool: "shell", arguments: { command: "npx vitest run" }, output }
}
const edit = (path = "sum.ts"): EndedCall => {
  return {
    id: `call_${(calls += 1)}`,
    tool: "write_file",
    arguments: { path, content: "a" },
    output: "saved",
  }
}

describe("watchAgent", () => {
  it("holds while what failed has not passed since the edit, and lets go when it did", () => {
    const watch = watchAgent()
    watch.ended([test(FAIL)])
    watch.ended([edit()])
    expect(watch.stops()).toMatch(/^\[proofloop\] Not done yet[^]*npx vitest run[^]*expected 2 to be 3/)
    expect(watch.hand_back).toBeUndefined()
    watch.ended([edit(), test(PASS)])
    expect([watch.stops(), watch.hand_back]).toEqual([undefined, undefined])
  })

  it("holds at most twice for the same evidence, then says what is open each time it lets go", () => {
    const watch = watchAgent()
    watch.ended([test(FAIL), edit()])
    const answers = [1, 2, 3, 4].map(() => {
      const held = watch.stops()
      watch.ended([test(FAIL)])
      return held === undefined ? watch.hand_back : "held"
    })
    expect(answers).toEqual(["held", "held", expect.stringMatching(/stopped with this open/), answers[2]])
  })

  it("does not hold twice in a row when nothing was done in between", () => {
    const watch = watchAgent()
    watch.ended([test(FAIL), edit()])
    expect([watch.stops(), watch.stops()]).toEqual([expect.any(String), undefined])
    expect(watch.hand_back).toMatch(/expected 2 to be 3/)
  })

  it.each([
    ["nothing", []],
    ["a failure that nobody tried to mend", [test(FAIL)]],
    ["prose", [test(FAIL), test(PASS), edit("README.md")]],
  ])("does not hold after %s", (_, ended) => {
    const watch = watchAgent()
    watch.ended(ended)
    expect([watch.stops(), watch.hand_back]).toEqual([undefined, undefined])
  })

  it("does not hold what cannot go on, and says what is open", () => {
    const watch = watchAgent()
    watch.ended([test(FAIL), edit()])
    expect(watch.stops({ may_go_on: false })).toBeUndefined()
    expect(watch.hand_back).toMatch(/expected 2 to be 3/)
    expect([watch.stops(), watch.hand_back]).toEqual([expect.any(String), undefined])
  })

  it("waits for what runs in the background", () => {
    const watch = watchAgent()
    watch.ended([edit()])
    expect(watch.stops({ pending: ["npm test"] })).toMatch(/still runs in the background: npm test/)
  })

  it("refuses the very repeat of a failing check only if told to", () => {
    for (const refuse_repeats of [true, false]) {
      const watch = watchAgent({ refuse_repeats })
      watch.ended([test(FAIL)])
      watch.ended([test(FAIL)])
      expect(watch.begins(test(undefined)) === undefined).toBe(!refuse_repeats)
    }
  })

  it("does not take a refused call that is told as a failed one", () => {
    const watch = watchAgent({ refuse_repeats: true })
    watch.ended([edit(), test(FAIL)])
    watch.ended([test(FAIL)])
    const call = test("refused: exit code 1")
    expect(watch.begins(call)).toMatch(/failed 2 times/)
    watch.ended([call])
    expect(watch.begins(test(undefined))).toMatch(/failed 2 times/)
    expect(watch.stops()).toMatch(/expected 2 to be 3/)
  })

  it("reads arguments that are JSON, and takes a call that is told twice once", () => {
    const watch = watchAgent({ refuse_repeats: true })
    const call = { id: "1", tool: "shell", arguments: '{"command":"npx vitest run"}', output: FAIL }
    watch.ended([call])
    watch.ended([call])
    expect(watch.begins({ ...call, id: "2" })).toBeUndefined()
    watch.ended([{ ...call, id: "2" }])
    expect(watch.begins({ ...call, id: "3" })).toMatch(/failed 2 times/)
  })

  it("takes declared tools at their word, and a declaration that throws as none", () => {
    const watch = watchAgent({
      tools: {
        judge: { evidence_role: "verification", check_id: "judge" },
        shell: () => {
          throw new Error("no")
        },
      },
    })
    watch.ended([{ tool: "judge", arguments: {}, output: "no good", failed: true }, edit()])
    expect(watch.stops()).toMatch(/no good/)
    expect(() => watch.ended([test(PASS)])).not.toThrow()
  })

  it("says nothing in the mode that observes, and tells the listener what it would have said", async () => {
    const told: HookReply[] = []
    const watch = watchAgent({
      mode: "observe",
      on_reply: (reply) => {
        told.push(reply)
        throw new Error("ignored")
      },
    })
    watch.ended([test(FAIL), edit()])
    expect(watch.stops()).toBeUndefined()
    expect(watch.hand_back).toMatch(/expected 2 to be 3/)
    expect(told.map(({ type }) => type)).toEqual(["hold"])
  })

  it("counts holds anew when the person asks for something else", () => {
    const watch = watchAgent()
    watch.ended([test(FAIL), edit()])
    expect(watch.stops()).toMatch(/Not done yet/)
    watch.prompted("What does it do?")
    expect([watch.stops(), watch.hand_back]).toEqual([undefined, expect.stringMatching(/with this open/)])
    watch.prompted("Try once more.")
    watch.ended([edit()])
    expect(watch.stops()).toMatch(/Not done yet/)
  })

  it("says once, and to the host alone, that it judged none of 20 calls", () => {
    const heard: unknown[] = []
    const ask = (): EndedCall => ({ ...test("fine"), tool: "oracle", arguments: { calls } })
    const options = { on_unjudged: (unjudged: unknown) => heard.push(unjudged) }
    const [watch, checked] = [watchAgent(options), watchAgent({ ...options, verify: "npm test" })]
    for (let turn = 0; turn < 30; turn += 1) {
      expect(watch.ended([ask()])).toBeUndefined()
      checked.ended([ask()])
    }
    expect(heard).toEqual([{ calls: 20, tools: ["oracle"], commands: [] }])
    expect([watch.unjudged?.calls, checked.unjudged]).toEqual([30, undefined])
  })

  it.each<[object, string]>([
    [
      { refuse_repeat: true, tools: {} },
      'watchAgent: expected a known option, got the string "refuse_repeat". Did you mean "refuse_repeats"?',
    ],
    [{ mode: "block" }, 'watchAgent.mode: expected one of observe, nudge, hold, got the string "block".'],
    [{ mode: "nudges" }, 'Did you mean "nudge"?'],
    [{ tools: null }, "watchAgent.tools: expected annotations by tool name, got null."],
    [
      { tools: { deploy: { evidenceRole: "observation" } } },
      'watchAgent.tools.deploy: expected a known option, got the string "evidenceRole". Did you mean "evidence_role"?',
    ],
  ])("refuses %j", (options, message) => {
    expect(() => watchAgent(options)).toThrow(message)
  })

  it("takes any output and any arguments", () => {
    const hostile = {
      get command() {
        throw new Error("hostile")
      },
      get stdout() {
        throw new Error("hostile")
      },
    }
    const watch = watchAgent({ refuse_repeats: true })
    for (const any of [null, undefined, "text", 0, [], {}, hostile]) {
      expect(() => {
        watch.begins({ tool: "shell", arguments: any })
        watch.ended([{ tool: "shell", arguments: any, output: any }])
        watch.stops()
      }).not.toThrow()
    }
  })
})

describe("untilDone", () => {
  it("runs again with what is open, and stops where the agent cannot be sent on", async () => {
    const watch = watchAgent()
    const inputs: string[] = []
    const run = (is_last: (run: number) => boolean) =>
      untilDone<string, number>(watch, {
        input: "go",
        run(input) {
          watch.ended([test(FAIL), edit()])
          return inputs.push(input)
        },
        next: async (times) => (is_last(times) ? null : (held) => held.slice(0, 25)),
      })
    expect(await run((times) => times === 2)).toBe(2)
    expect(inputs).toEqual(["go", "[proofloop] Not done yet:"])
    expect(watch.hand_back).toMatch(/stopped with this open/)
  })
})
