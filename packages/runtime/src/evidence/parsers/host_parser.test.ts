import { describe, expect, it } from "vitest"
import { oddValues } from "../../hostile/values.fixture.ts"
import { createDetector } from "../../stall/detector.ts"
import { recommended } from "../../stall/transcripts.fixture.ts"
import type { OutputParser, ParsedOutput } from "./parser.ts"
import { parseOutput } from "./registry.ts"

function answering(value: unknown): OutputParser {
  return { name: "own", recognises: () => true, parse: () => value as ParsedOutput }
}

const read = (parser: OutputParser) => parseOutput("boom", undefined, [parser])

describe("a parser of the host", () => {
  it("is believed where what it answers has the right shape", () => {
    const parsed: ParsedOutput = {
      diagnostics: [
        { kind: "test", test_id: "t1", code: "E1", message: " boom", location: { path: "a.ts", line: 3 } },
        { kind: "lint", message: "no" },
      ],
      tests_run: 3,
      ran_test_ids: ["t1", "t2"],
      failures: 5,
    }
    expect(read(answering(parsed)).parsed).toEqual(parsed)
    expect(read(answering(null)).parser).toBe("lines")
  })

  it("is not believed where it has another", () => {
    const diagnostics = [
      "no",
      { kind: "test" },
      { kind: "odd", message: "a", code: 5, test_id: {}, location: 7 },
    ]
    const parser = answering({ diagnostics, tests_run: "x", ran_test_ids: ["a", 5], failures: -1 })
    expect(read(parser).parsed).toEqual({
      diagnostics: [{ kind: "runtime", message: "a" }],
      tests_run: null,
      ran_test_ids: null,
    })
    expect(read(answering({ diagnostics: "none", tests_run: 3 })).parser).toBe("lines")
  })

  it("is asked each time its command is run, whatever the flags of its pattern", () => {
    const parsed = { diagnostics: [{ kind: "lint", message: "no" }], tests_run: null, ran_test_ids: null }
    const parser = { ...answering(parsed), marks: ["never printed"], commands: /own/g }
    const readers = [1, 2, 3].map(() => parseOutput("boom", "own check", [parser]).parser)
    expect(readers).toEqual(["own", "own", "own"])
  })
})

describe("a detector whose parser answers", () => {
  const tools = { run_test: { evidence_role: "verification" } } as const
  const fields = ["diagnostics", "tests_run", "ran_test_ids", "failures"]
  it.each(oddValues)("%s goes on", (_, value) => {
    const answers = [
      value,
      { diagnostics: [value, { kind: value, message: "a", code: value, test_id: value, location: value }] },
      ...fields.map((field) => ({
        diagnostics: [{ kind: "test", message: "a" }],
        tests_run: 1,
        ran_test_ids: null,
        [field]: value,
      })),
    ]
    for (const answer of answers) {
      const parsers = [answering(answer)]
      const detector = createDetector({ stall_diagnostics: recommended, tools, parsers })
      const { state } = detector.propose(detector.initial_state, { tool_calls: [{ name: "run_test" }] })
      const results = [{ tool_name: "run_test", ok: false, error: "boom" }]
      const settled = detector.settle(state, { results })
      expect(settled.current_failure).toMatchObject({ class: "fail" })
      expect(JSON.parse(JSON.stringify(settled.state))).toEqual(settled.state)
    }
  })
})
