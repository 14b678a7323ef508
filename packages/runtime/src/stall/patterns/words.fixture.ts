import fc from "fast-check"
import { expect } from "vitest"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import { createDetector } from "../detector.ts"
import {
  anyKnobs,
  type Moment,
  playOne,
  recommended,
  throughJson,
  tools,
  transcript,
} from "../transcripts.fixture.ts"
import { recordOf } from "./words_record.fixture.ts"
import { judgeWords } from "./words_sentences.fixture.ts"

const red = (error: string): readonly [ToolCall, ToolResult] => [{ name: "run_test" }, { ok: false, error }]
const edit = (path: string, result: ToolResult): readonly [ToolCall, ToolResult] => [
  { name: "apply_fix", arguments: { path } },
  result,
]
const shell = (command: string, output: string): readonly [ToolCall, ToolResult] => [
  { name: "shell", arguments: { command } },
  { ok: true, output },
]
const letters: readonly (readonly [ToolCall, ToolResult])[] = [
  red("AssertionError: expected 3, got 4"),
  red("AssertionError: expected 3, got 4"),
  red("TypeError: f is not a function"),
  [{ name: "run_test" }, { ok: true, output: "12 passed", tests_run: 12 }],
  edit("a.ts", { ok: true, output: "edit applied" }),
  edit("b.ts", { ok: true, mutation_status: "applied" }),
  edit("a.ts", { ok: false, error: "String to replace not found in file." }),
  edit("b.ts", { ok: false, error: "The file has not been read yet." }),
  edit("b.ts", { ok: true, mutation_status: "unchanged", output: "nothing to change" }),
  [
    { name: "read_file", arguments: { path: "a.ts" } },
    { ok: true, output: "export" },
  ],
  shell("hugo", "built 12 pages into public, and left all others alone"),
  shell("python show.py", "total 3"),
  shell("sed -i s/1/2/ a.ts", ""),
  shell("prettier --write a.ts", "a.ts 12ms (unchanged)"),
  shell("git restore a.ts", ""),
]

/** Runs of a few calls again and again, as an agent makes them that repairs something. */
const repairs: fc.Arbitrary<readonly Moment[]> = fc
  .array(
    fc.record({
      turns: fc.array(fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 2 }), {
        minLength: 1,
        maxLength: 3,
      }),
      times: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((blocks) =>
    blocks.flatMap(({ turns, times }) =>
      Array.from({ length: times }, () => turns)
        .flat()
        .flatMap((pairs): readonly Moment[] => [
          { at: "propose", proposal: { tool_calls: pairs.map(([call]) => call) } },
          {
            at: "settle",
            settlement: { results: pairs.map(([{ name }, result]) => ({ tool_name: name, ...result })) },
          },
        ]),
    ),
  )

const knobs = fc.oneof(fc.constant({}), anyKnobs).map((given) => ({
  ...recommended,
  ...given,
  repair_aware: true,
  inject_feedback: true,
  max_feedback: 99,
  hard_stop_after_trips: 99,
}))

/** Every sentence to the model is true of the transcript up to it. `heard` is told which sentence was judged. */
export function wordsLaw(
  heard: (sentence: string) => void = () => undefined,
): fc.IProperty<[object, readonly Moment[]]> {
  return fc.property(knobs, fc.oneof(repairs, transcript), (stall_diagnostics, moments) => {
    const detector = createDetector({ stall_diagnostics, tools })
    let state = detector.initial_state
    moments.forEach((moment, index) => {
      const step = playOne(detector, state, moment)
      state = step.state
      if (step.feedback === undefined) return
      const record = recordOf(moments.slice(0, index + 1), detector.config)
      for (const paragraph of step.feedback.split("\n\n")) {
        const judged = judgeWords(record, paragraph)
        if (judged !== null) heard(judged.sentence)
        if (judged?.holds !== true) expect.fail(`${judged === null ? "unknown" : "untrue"}: ${paragraph}`)
      }
    })
    expect(throughJson(state)).toEqual(state)
  })
}
